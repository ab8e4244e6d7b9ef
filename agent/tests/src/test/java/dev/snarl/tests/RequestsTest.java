package dev.snarl.tests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wait carries its request, read of a real library in an old and a new version. */
class RequestsTest {
  private static final Path SOURCES =
      ForkedJvm.ROOT.resolve("agent/tests/src/test/resources/requests");

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private record Seen(@Nullable String route, @Nullable String traceId) {}

  @BeforeAll
  static void oneRunOfMavenFetchesAll() {
    Libraries.fetch(
        Stream.of(RequestsTest.class.getDeclaredMethods())
            .flatMap(test -> Stream.ofNullable(test.getAnnotation(CsvSource.class)))
            .flatMap(rows -> Stream.of(rows.value()))
            .map(RequestsTest::coordinates)
            .toList());
  }

  @ParameterizedTest
  @CsvSource({
    "io.opentelemetry:opentelemetry-sdk:1.20.1, 17",
    "io.opentelemetry:opentelemetry-sdk:1.55.0, 25"
  })
  void ofOpenTelemetry(String jar, int jdk) {
    try (Running program = start("OpenTelemetryRequests", jdk, jar)) {
      Map<String, Seen> seen = requests(program, 7);
      String route = "GET /orders/{id}";
      assertThat(seen.get("server")).isEqualTo(new Seen(route, said(program, "server")));
      assertThat(seen.get("child")).isEqualTo(new Seen(null, said(program, "child")));
      assertThat(seen.get("root")).isEqualTo(new Seen(route, said(program, "root")));
      assertThat(seen.get("raw")).isEqualTo(new Seen(null, said(program, "raw")));
      assertThat(seen.get("misused")).isEqualTo(new Seen(null, said(program, "misused")));
      assertThat(seen.get("remote")).isEqualTo(new Seen(null, said(program, "remote")));
      assertThat(seen.get("cleared")).isEqualTo(new Seen(null, null));
      silent(program);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "io.micrometer:micrometer-observation:1.10.0, 17",
    "io.micrometer:micrometer-observation:1.16.0, 25"
  })
  void ofMicrometersObservations(String jar, int jdk) {
    try (Running program = start("MicrometerRequests", jdk, jar)) {
      Map<String, Seen> seen = requests(program, 6);
      Seen orders = new Seen("GET /orders/{id}", null);
      assertThat(seen.get("server")).isEqualTo(orders);
      assertThat(seen.get("matched")).isEqualTo(orders);
      assertThat(seen.get("child")).isEqualTo(orders);
      assertThat(seen.get("client")).isEqualTo(new Seen(null, null));
      assertThat(seen.get("unknown")).isEqualTo(new Seen(null, null));
      assertThat(seen.get("cleared")).isEqualTo(new Seen(null, null));
      silent(program);
    }
  }

  @ParameterizedTest
  @CsvSource({"io.zipkin.brave:brave:5.12.7, 17", "io.zipkin.brave:brave:6.3.0, 25"})
  void ofBrave(String jar, int jdk) {
    try (Running program = start("BraveRequests", jdk, jar)) {
      Map<String, Seen> seen = requests(program, 4);
      assertThat(said(program, "wide")).hasSize(32);
      assertThat(said(program, "narrow")).hasSize(16);
      assertThat(seen.get("wide")).isEqualTo(new Seen(null, said(program, "wide")));
      assertThat(seen.get("narrow")).isEqualTo(new Seen(null, said(program, "narrow")));
      assertThat(seen.get("inheritable")).isEqualTo(new Seen(null, null)); // a pool would keep it
      assertThat(seen.get("cleared")).isEqualTo(new Seen(null, null));
      silent(program);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LogbackRequests, ch.qos.logback:logback-classic:1.2.3, 17, false",
    "LogbackRequests, ch.qos.logback:logback-classic:1.5.18, 25, false",
    "Log4jRequests, org.apache.logging.log4j:log4j-core:2.14.1, 17, false",
    "Log4jRequests, org.apache.logging.log4j:log4j-core:2.25.1, 25, false",
    "Log4jRequests, org.apache.logging.log4j:log4j-core:2.25.1, 17, true"
  })
  void ofTheContextOfLogLines(String program, String jar, int jdk, boolean garbageFree) {
    String flag = "-Dlog4j2.garbagefreeThreadContextMap=" + garbageFree;
    try (Running running = start(program, jdk, jar, flag, "-Dlog4j2.level=OFF")) {
      Map<String, Seen> seen = requests(running, 4);
      assertThat(seen.get("traced")).isEqualTo(new Seen(null, said(running, "traced")));
      assertThat(seen.get("zipkin")).isEqualTo(new Seen(null, said(running, "zipkin")));
      assertThat(seen.get("no id")).isEqualTo(new Seen(null, null));
      assertThat(seen.get("cleared")).isEqualTo(new Seen(null, null));
      silent(running);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "org.springframework:spring-webmvc:5.3.39 org.apache.tomcat.embed:tomcat-embed-core:9.0.58, 17",
    "org.springframework:spring-webmvc:6.2.12 org.apache.tomcat.embed:tomcat-embed-core:10.1.48, 17",
    "org.springframework:spring-webmvc:7.0.10 org.apache.tomcat.embed:tomcat-embed-core:11.0.29, 25"
  })
  void ofSpringInTomcat(String jars, int jdk) {
    try (Running program = start("SpringRequests", jdk, jars)) {
      Map<String, Seen> seen = requests(program, 2);
      assertThat(seen.get("controller")).isEqualTo(new Seen("GET /orders/{id}", null));
      assertThat(seen.get("scheduled")).isEqualTo(new Seen("SpringRequests.nightly", null));
      assertThat(program.get("/api/waits")).doesNotContain("4711");
      silent(program);
    }
  }

  @Tag("full")
  @ParameterizedTest
  @CsvSource({"1.20.2, 5.3.39, 9.0.58, 17", "2.20.1, 7.0.10, 11.0.29, 25"})
  void besideOpenTelemetrysAgent(String version, String spring, String tomcat, int jdk) {
    String agent = "io.opentelemetry.javaagent:opentelemetry-javaagent:" + version;
    String jars =
        "org.springframework:spring-webmvc:%s org.apache.tomcat.embed:tomcat-embed-core:%s"
            .formatted(spring, tomcat);
    List<String> flags = new ArrayList<>();
    flags.add("-javaagent:" + Libraries.jars(List.of(agent)).get(0));
    for (String signal : List.of("traces", "metrics", "logs")) {
      flags.add("-Dotel." + signal + ".exporter=none");
    }
    try (Running program = start("SpringRequests", jdk, jars, flags.toArray(String[]::new))) {
      Map<String, Seen> seen = requests(program, 2);
      assertThat(seen.get("controller"))
          .satisfies(request -> assertThat(request.route()).isEqualTo("GET /orders/{id}"))
          .satisfies(request -> assertThat(request.traceId()).hasSize(32));
      assertThat(seen.get("scheduled"))
          .satisfies(job -> assertThat(job.route()).isEqualTo("SpringRequests.nightly"))
          .satisfies(job -> assertThat(job.traceId()).hasSize(32));
    }
  }

  @OnJdk
  void withoutALibraryTheMethodThatHandlesItIsTheRoute(Jdk jdk) {
    try (Running program = start("HandlerRequests", jdk.feature(), "")) {
      Map<String, Seen> seen = requests(program, 2);
      assertThat(seen.get("handler")).isEqualTo(new Seen("HandlerRequests.handle", null));
      assertThat(seen.get("nobody")).isEqualTo(new Seen(null, null));
      assertThat(program.get("/api/waits")).doesNotContain("4711");
      silent(program);
    }
  }

  private static List<String> coordinates(String text) {
    return Stream.of(text.split("[, ]+")).filter(word -> word.contains(":")).toList();
  }

  private Running start(String program, int jdk, String coordinates, String... flags) {
    List<Path> jars = Libraries.jars(coordinates(coordinates));
    String path = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                said,
                said,
                Stream.of(
                        List.of("-proc:none", "--release", "17", "-d", folder.toString()),
                        List.of("-cp", path),
                        List.of(
                            SOURCES.resolve("Requests.java").toString(),
                            SOURCES.resolve(program + ".java").toString()))
                    .flatMap(List::stream)
                    .toArray(String[]::new));
    assertThat(code).as(() -> said.toString(UTF_8)).isZero();
    ForkedJvm jvm = ForkedJvm.on(Jdk.of(jdk)).flags(flags).agent("port=0").with(folder);
    jars.forEach(jvm::with);
    return jvm.start(program);
  }

  /** The requests of the threads that wait for a task, once all sites were read. */
  private static Map<String, Seen> requests(Running program, int threads) {
    program.awaitOut("waiting");
    return Deadline.in(Duration.ofSeconds(60))
        .until(
            () -> program.get("/api/waits") + program.err(),
            () -> {
              Map<String, Seen> seen = requests(program);
              return seen.size() == threads ? seen : null;
            });
  }

  private static Map<String, Seen> requests(Running program) {
    JsonObject graph = JsonParser.parseString(program.get("/api/waits")).getAsJsonObject();
    if (!graph.has("nodes")) {
      return Map.of(); // before the first snapshot
    }
    Map<String, String> names = new TreeMap<>();
    for (JsonElement node : graph.getAsJsonArray("nodes")) {
      names.put(text(node, "id"), text(node, "name"));
    }
    Map<String, Seen> seen = new TreeMap<>();
    for (JsonElement edge : graph.getAsJsonArray("edges")) {
      if (text(edge, "site") != null) {
        seen.put(
            names.get(text(edge, "from")), new Seen(text(edge, "route"), text(edge, "traceId")));
      }
    }
    return seen;
  }

  private static @Nullable String text(JsonElement object, String field) {
    JsonElement value = object.getAsJsonObject().get(field);
    return value.isJsonNull() ? null : value.getAsString();
  }

  /** What a thread of the program printed as its trace id. */
  private static String said(Running program, String thread) {
    List<String> ids = new ArrayList<>();
    for (String line : program.out()) {
      if (line.startsWith(thread + " ")) {
        ids.add(line.substring(thread.length() + 1));
      }
    }
    return ids.get(0);
  }

  private static void silent(Running program) {
    assertThat(program.err()).allMatch(line -> line.startsWith("snarl: "));
    assertThat(program.get("/metrics"))
        .contains("snarl_agent_errors_total{application=")
        .doesNotContainPattern("snarl_agent_errors_total\\{[^}]*} [1-9]");
  }
}
