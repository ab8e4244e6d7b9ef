package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.snarl.tests.programs.ChurningThreads;
import dev.snarl.tests.programs.Hello;
import dev.snarl.tests.programs.VirtualWorkers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Virtual threads come and go while the agent looks ten times as often as usual, and is scraped and
 * asked for stacks all the time. What reads a carrier while it runs may crash the JVM:
 * https://bugs.openjdk.org/browse/JDK-8392031. A few seconds each, two minutes in scripts/faults.
 */
class ChurningThreadsTest {
  private static final Duration LENGTH = Duration.ofSeconds(Matrix.ALL ? 120 : 5);

  private static final Pattern RUNNABLE =
      Pattern.compile("jvm_threads_states_threads\\{[^}]*state=\"runnable\"} [1-9]");

  private static final Pattern EXPECTED =
      Pattern.compile("snarl: (ready in|WARNING|CRITICAL|the flight recorder stays off,) .*");

  /** Ids of some 40 threads: those that the JVM starts with, carriers and churning ones. */
  private static final int IDS = 80;

  /** One collector, with or without the flight recorder. */
  private record Churn(String collector, String jfr, boolean seldom) implements Matrix.Case {
    @Override
    public List<Integer> jdks() {
      return List.of(21, 25);
    }

    @Override
    public String toString() {
      return collector + ", jfr=" + jfr;
    }

    String[] flags(Jdk jdk) {
      List<String> flags = new ArrayList<>(List.of("-Xmx512m", "-XX:+Use" + collector));
      if (collector.equals("ZGC") && jdk.feature() == 21) {
        flags.add("-XX:+ZGenerational");
      }
      return flags.toArray(String[]::new);
    }
  }

  static Stream<Arguments> jvms() {
    List<Churn> all = new ArrayList<>();
    for (String collector : List.of("SerialGC", "ZGC", "ShenandoahGC", "G1GC")) {
      for (String jfr : List.of("off", "on")) {
        all.add(new Churn(collector, jfr, !collector.equals("ZGC") || jfr.equals("off")));
      }
    }
    return Matrix.of(all);
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("jvms")
  void theJvmLives(Churn churn, Jdk jdk, @TempDir Path folder) {
    if (ForkedJvm.on(jdk).flags(churn.flags(jdk)).run(Hello.class).code() != 0) {
      throw Skipped.because(jdk + " does not have " + String.join(" ", churn.flags(jdk)));
    }
    try (Running program =
        ForkedJvm.on(jdk)
            .flags(churn.flags(jdk))
            .flags("-Djdk.virtualThreadScheduler.parallelism=16")
            .flags("-Ddev.snarl.hurry=10", "-XX:-CreateCoredumpOnCrash")
            .flags("-XX:ErrorFile=" + folder.resolve("crash.log"))
            .agent("port=0", "jfr=" + churn.jfr())
            .start(ChurningThreads.class)) {
      program.address();
      int scrapes = 0;
      String page = "";
      for (long end = System.nanoTime() + LENGTH.toNanos(); System.nanoTime() - end < 0; ) {
        page = program.get("/metrics");
        program.get("/api/stack?thread=" + scrapes++ % IDS);
      }
      String health = program.get("/healthz");
      Exit exit = program.exit();
      System.err.println(churn + " on " + jdk + ": " + scrapes + " scrapes, " + exit.out());
      assertThat(page).containsPattern(RUNNABLE);
      assertThat(health).contains("\"status\":\"ok\"");
      assertThat(exit.err()).allMatch(EXPECTED.asMatchPredicate());
      assertThat(exit.out()).containsExactly("they came and went");
      assertThat(exit.code()).isZero();
    }
  }

  /**
   * Before JDK 26 a walk of their stacks is unsafe: https://bugs.openjdk.org/browse/JDK-8361103.
   */
  @OnJdk({21, 25})
  void aVirtualThreadIsNotLookedAt(Jdk jdk) {
    try (Running program =
        ForkedJvm.on(jdk).agent("port=0", "jfr=off").start(VirtualWorkers.class)) {
      Json.await(
          program,
          "/api/executors",
          "name",
          "platform-worker",
          row -> row.get("samplesBlocked").getAsLong() > 5);
      JsonObject virtual =
          Json.await(program, "/api/executors", "name", "virtual-worker-#", row -> true);
      assertThat(virtual.get("active").getAsInt()).isEqualTo(2);
      assertThat(virtual.get("samplesBlocked").getAsLong()).isZero();
      assertThat(virtual.get("samplesOnCpu").getAsLong()).isZero();
    }
  }
}
