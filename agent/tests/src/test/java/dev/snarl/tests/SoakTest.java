package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Redeploys;
import dev.snarl.tests.programs.Soak;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/soak} in small: what comes and goes leaves nothing, and no count is lost. */
@Tag("full")
class SoakTest {
  private static final long SITES = 1_200;

  /** Each class has four: it starts a thread, builds a pool, feeds it, and waits. */
  private static final long SITES_OF_A_CLASS = 4;

  private static final long MOST_SITES = 2_000;

  @OnJdk({17, 25})
  void whatDoesNotFitIsCountedAndTheRestIsToo(Jdk jdk) {
    try (Running program =
        ForkedJvm.on(jdk)
            .flags("-Xmx128m")
            .agent("port=0", "jfr=off")
            .start(Soak.class, "sites", String.valueOf(SITES), "6", "0")) {
      program.get("/metrics"); // what comes with the first scrape is in all that is compared
      JsonObject counted =
          JsonParser.parseString(program.awaitOut(Pattern.compile("counted (.*)")).group(1))
              .getAsJsonObject();
      String page =
          Deadline.in(Duration.ofSeconds(30))
              .until(
                  () -> starts(program.get("/metrics")) + " of " + counted,
                  () -> {
                    String now = program.get("/metrics");
                    return starts(now) == counted.get("threads").getAsLong() ? now : null;
                  });
      assertThat(Metrics.sum(page, "snarl_agent_dropped_total", "table=\"sites\""))
          .as("the observer may meet a site, too")
          .isBetween(
              SITES_OF_A_CLASS * SITES - MOST_SITES,
              SITES_OF_A_CLASS * SITES - MOST_SITES * 9 / 10);
      assertThat(Metrics.sum(page, "snarl_agent_dropped_total", "table=\"slots\"")).isZero();
      HealthTest.assertNoErrors(program);
      List<Long> heaps =
          program.out().stream()
              .filter(line -> line.startsWith("sample "))
              .map(line -> JsonParser.parseString(line.substring("sample ".length())))
              .map(sample -> sample.getAsJsonObject().get("heap").getAsLong())
              .toList();
      assertThat(heaps.get(heaps.size() - 1) - heaps.get(heaps.size() / 2))
          .as("heap while sites come that do not fit: %s", heaps)
          .isLessThan(3L << 20);
      assertThat(program.exit().code()).isZero();
    }
  }

  @OnJdk
  void aWebApplicationThatIsTakenAwayIsCollected(Jdk jdk, @TempDir Path folder) {
    try (Running program = redeploys(jdk, folder, "4", "1")) {
      program.awaitOut("deployed 4 with 4 loaders");
      program.awaitOut(Pattern.compile("kept \\d+"));
      assertThat(program.out()).contains("kept 0");
      HealthTest.assertNoErrors(program);
    }
  }

  /** Else the test above would prove nothing. */
  @OnJdk(17)
  void oneThatLeavesThreadsBehindIsSeenToBeKept(Jdk jdk, @TempDir Path folder) {
    try (Running program = redeploys(jdk, folder, "2", "1", "leak")) {
      program.awaitOut(Pattern.compile("kept \\d+"));
      assertThat(program.out()).contains("kept 2");
    }
  }

  private static Running redeploys(Jdk jdk, Path folder, String... arguments) {
    return ForkedJvm.on(jdk)
        .flags("-Djava.io.tmpdir=" + folder)
        .jarsOf(Tomcat.class)
        .agent("port=0", "jfr=off")
        .start(Redeploys.class, arguments);
  }

  private static long starts(String page) {
    return Metrics.sum(page, "snarl_thread_starts_total", "");
  }
}
