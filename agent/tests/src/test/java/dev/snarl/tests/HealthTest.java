package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.EveryHook;
import dev.snarl.tests.programs.KeptPools;
import dev.snarl.tests.programs.ShortLives;
import dev.snarl.tests.programs.VirtualThreads;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;

/** Nothing goes wrong inside the agent, unseen, while programs run; and they run as ever. */
class HealthTest {
  @OnJdk
  void noErrorIsSuppressedOnAnyHook(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(EveryHook.class)) {
      program.awaitOut("done");
      assertNoErrors(program);
    }
  }

  @Tag("full")
  @OnJdk({21, 25})
  void aHundredThousandVirtualThreadsLeaveNoHeap(Jdk jdk) {
    try (Running bare = ForkedJvm.on(jdk).flags("-Xmx1g").start(VirtualThreads.class, "100000");
        Running program =
            ForkedJvm.on(jdk)
                .flags("-Xmx1g")
                .agent("port=0")
                .start(VirtualThreads.class, "100000")) {
      program.awaitOut("started 100000");
      program.awaitOut("submitted 100000");
      assertNoErrors(program);
      assertThat(program.err()).noneMatch(line -> line.contains("WARNING"));
      assertThat(heap(program.exit()) - heap(bare.exit())).isLessThan(12L << 20);
    }
  }

  @Tag("full")
  @OnJdk
  void poolsAndThreadsThatCameAndWentLeaveNoHeap(Jdk jdk) {
    String[] lives = {
      "400000", "20000"
    }; // of a pool at most 31 bytes could stay, less than an entry
    try (Running bare = ForkedJvm.on(jdk).flags("-Xmx64m").start(ShortLives.class, lives);
        Running program =
            ForkedJvm.on(jdk).flags("-Xmx64m").agent("port=0").start(ShortLives.class, lives)) {
      program.awaitOut("pools 400000");
      program.awaitOut("threads 20000");
      Deadline.in(Duration.ofSeconds(60))
          .until(
              () -> program.out().toString(),
              () -> program.out().stream().anyMatch(l -> l.startsWith("heap ")) ? "" : null);
      assertNoErrors(program);
      assertThat(heap(program.exit()) - heap(bare.exit())).isLessThan(12L << 20);
    }
  }

  /** Though one constructor of a pool calls another. */
  @OnJdk
  void poolsThatDoNotFitAreCountedOnce(Jdk jdk) {
    Pattern dropped =
        Pattern.compile("(?m)^snarl_agent_dropped_total\\{.*table=\"executors\"\\} (\\d+).*");
    try (Running program =
        ForkedJvm.on(jdk).agent("port=0", "jfr=off").start(KeptPools.class, "6000")) {
      program.awaitOut("kept 6000");
      long count =
          Deadline.in(Duration.ofSeconds(30))
              .until(
                  () -> program.get("/metrics"),
                  () -> {
                    Matcher line = dropped.matcher(program.get("/metrics"));
                    return line.find() && !line.group(1).equals("0")
                        ? Long.valueOf(line.group(1))
                        : null;
                  });
      assertThat(count).as("5,000 fit, the JVM's own among them").isBetween(1_000L, 1_020L);
    }
  }

  private static long heap(Exit exit) {
    return exit.out().stream()
        .filter(line -> line.startsWith("heap "))
        .mapToLong(line -> Long.parseLong(line.substring("heap ".length())))
        .findFirst()
        .orElseThrow();
  }

  static void assertNoErrors(Running program) {
    assertNoErrorsCounted(program);
    assertThat(program.err()).allMatch(line -> line.startsWith("snarl: "));
  }

  /** For programs to which the JVM itself has something to say. */
  static void assertNoErrorsCounted(Running program) {
    // Before the first snapshot there are only the JVM's own.
    String metrics =
        Deadline.in(Duration.ofSeconds(20))
            .until(
                () -> program.get("/metrics"),
                () -> {
                  String page = program.get("/metrics");
                  return page.contains("snarl_agent_") ? page : null;
                });
    assertThat(metrics.lines())
        .filteredOn(line -> line.startsWith("snarl_agent_errors_total"))
        .allMatch(line -> line.endsWith(" 0") || line.endsWith(" 0.0"));
  }
}
