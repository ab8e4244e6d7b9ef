package dev.snarl.tests.behaviour;

import dev.snarl.tests.ForkedJvm;
import dev.snarl.tests.Libraries;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Flags of a set of agents, and the set with whose output theirs is compared. */
record Agents(String name, String base, List<String> flags) {
  static final String NONE = "no agent";
  private static final String OTEL = "OpenTelemetry";

  static List<String> snarl() {
    return List.of("-javaagent:" + ForkedJvm.JAR + "=port=0");
  }

  /** Those that are their own base come first. */
  static List<Agents> all() {
    List<String> otel = new ArrayList<>();
    otel.add("-javaagent:" + otelJar());
    for (String what : List.of("traces", "metrics", "logs")) {
      otel.add("-Dotel." + what + ".exporter=none");
    }
    otel.add("-Dotel.javaagent.logging=none");
    return List.of(
        new Agents(NONE, NONE, List.of()),
        new Agents(OTEL, OTEL, otel),
        new Agents("Snarl", NONE, snarl()),
        new Agents("Snarl, OpenTelemetry", OTEL, joined(snarl(), otel)),
        new Agents("OpenTelemetry, Snarl", OTEL, joined(otel, snarl())));
  }

  boolean isBase() {
    return name.equals(base);
  }

  private static Path otelJar() {
    return Libraries.jars(List.of("io.opentelemetry.javaagent:opentelemetry-javaagent:2.31.0"))
        .stream()
        .filter(jar -> jar.toString().contains("opentelemetry-javaagent"))
        .findFirst()
        .orElseThrow();
  }

  static List<String> joined(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
