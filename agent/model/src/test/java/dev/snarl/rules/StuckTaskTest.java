package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.SECOND;
import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.judge;
import static dev.snarl.rules.Snapshots.queued;
import static dev.snarl.rules.Snapshots.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.StuckRun;
import dev.snarl.snapshot.ThreadRef;
import org.junit.jupiter.api.Test;

class StuckTaskTest {
  private static final String SITE = "com.acme.Mail.send(Mail.java:7)";
  private static final StuckTask RULE = new StuckTask();

  private static StuckRun run(double waited, long ended, double longest, int connections) {
    return new StuckRun(
        new ThreadRef(7, "mail-1", "mail-#", 1L),
        "com.acme.Mail.send",
        SITE,
        "java.net.Socket$SocketInputStream.read",
        "other",
        (long) (waited * SECOND),
        ended,
        (long) (longest * SECOND),
        connections);
  }

  private static StuckRun stuck() {
    return run(65, 12, 0.5, 0);
  }

  private static Snapshots withQueue(StuckRun run) {
    return at(100).stuck(run).pool(aPool(1).threads(7).queued(14).saturated(60));
  }

  @Test
  void whatIsQueuedBehindItIsLost() {
    assertThat(judge(RULE, withQueue(stuck()).alone()))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
              assertThat(verdict.site()).isEqualTo(SITE);
              assertThat(verdict.title())
                  .isEqualTo(
                      "Mail.send() has waited 65 s in Socket$SocketInputStream.read(); 12 earlier"
                          + " runs took at most 500 ms each: 14 tasks queued in pool-1");
              assertThat(verdict.evidence())
                  .containsEntry("endedRuns", 12L)
                  .containsEntry("queuedTasks", 14);
            });
  }

  @Test
  void soIsAThreadThatWaitsForIt() {
    assertThat(judge(RULE, at(100).stuck(stuck()).waiting(blocked(3, running(7))).alone()))
        .singleElement()
        .satisfies(verdict -> assertThat(verdict.title()).endsWith("t-3 waits for it"));
  }

  @Test
  void soIsAConnection() {
    assertThat(judge(RULE, at(100).stuck(run(65, 12, 0.5, 1)).alone()))
        .singleElement()
        .satisfies(verdict -> assertThat(verdict.title()).endsWith("it holds 1 connection"));
  }

  @Test
  void nobodyLosesWhileThePoolHasFreeThreadsAndNoneWaits() {
    assertThat(judge(RULE, at(100).stuck(stuck()).pool(aPool(1).queued(14)).alone())).isEmpty();
    assertThat(
            judge(
                RULE,
                at(100)
                    .stuck(stuck())
                    .pool(aPool(1).queued(14).saturated(60).growing())
                    .waiting(blocked(3, running(8)))
                    .alone()))
        .isEmpty();
  }

  @Test
  void slowTasksFewRunsAndShortWaitsAreNone() {
    assertThat(judge(RULE, withQueue(run(65, 12, 7, 0)).alone())).isEmpty();
    assertThat(judge(RULE, withQueue(run(65, 4, 0.5, 0)).alone())).isEmpty();
    assertThat(judge(RULE, withQueue(run(59, 12, 0.5, 0)).alone())).isEmpty();
  }

  @Test
  void aTaskThatNeedsAnotherIsNotToBlame() {
    assertThat(judge(RULE, withQueue(stuck()).waiting(blocked(7, queued(2))).alone())).isEmpty();
    assertThat(judge(RULE, withQueue(stuck()).waiting(blocked(7, new Need.Unknown())).alone()))
        .hasSize(1);
  }
}
