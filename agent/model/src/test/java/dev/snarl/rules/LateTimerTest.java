package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.SECOND;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.during;
import static dev.snarl.rules.Snapshots.judge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.LateRuns;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LateTimerTest {
  private static final String SITE = "com.acme.Report.write(Report.java:7)";

  private static LateRuns late(long runs, @Nullable String blockedIn) {
    return new LateRuns(
        "timer-1",
        "com.acme.Heart.beat()",
        SECOND / 5,
        2 * SECOND,
        4 * SECOND,
        runs,
        "com.acme.Report",
        SITE,
        blockedIn,
        1);
  }

  @Test
  void threeLateRunsNameTheTaskThatKeepsTheThread() {
    List<Verdict> verdicts =
        judge(
            new LateTimer(),
            during(20, t -> at(t).late(late((long) t / 5, "java.lang.Thread.sleep"))));
    assertThat(verdicts)
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
              assertThat(verdict.site()).isEqualTo(SITE);
              assertThat(verdict.title())
                  .isEqualTo(
                      "Heart.beat() of timer-1 starts up to 4 s late, every 200 ms: Report keeps its"
                          + " thread, waiting in Thread.sleep()");
              assertThat(verdict.evidence())
                  .containsEntry("lateRuns", 4L)
                  .containsEntry("keptBy", "com.acme.Report");
            });
  }

  @Test
  void twoLateRunsAreNone() {
    assertThat(judge(new LateTimer(), during(20, t -> at(t).late(late((long) t / 10, null)))))
        .isEmpty();
  }

  @Test
  void whatWasLateLongAgoIsOver() {
    assertThat(
            judge(new LateTimer(), during(90, t -> at(t).late(late(Math.min(3, (long) t), null)))))
        .isEmpty();
  }
}
