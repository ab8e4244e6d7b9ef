package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.judge;
import static dev.snarl.rules.Snapshots.queued;
import static dev.snarl.rules.Snapshots.running;
import static dev.snarl.rules.Snapshots.timed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Need.How;
import dev.snarl.snapshot.Odds;
import dev.snarl.snapshot.ThreadRef;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LostWaitTest {
  private static List<Verdict> judged(Snapshots snapshot) {
    return judge(new LostWait(), snapshot.alone());
  }

  private static Need lock(How how, Certainty certainty) {
    ThreadRef owner = ((Need.Running) running(9)).thread();
    return new Need.Held("java.util.concurrent.locks.ReentrantLock", owner, how, certainty);
  }

  private static final Need PROVED = lock(How.LEFT, Certainty.PROVED);
  private static final Need LIKELY = lock(How.LEFT, Certainty.LIKELY);

  @Test
  void aLockWhoseOwnerHasEndedIsLost() {
    List<Verdict> verdicts =
        judged(at(0).waiting(blocked(1, PROVED), blocked(2, PROVED), blocked(3, running(1))));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).severity()).isEqualTo(Severity.CRITICAL);
    assertThat(verdicts.get(0).title())
        .isEqualTo(
            "2 threads wait for a ReentrantLock that t-9 holds, a thread that has ended: nobody can"
                + " give it back");
    assertThat(verdicts.get(0).evidence())
        .contains(
            entry("certainty", "proved"), entry("waitingThreads", 2), entry("alsoWaiting", 1L));
  }

  @Test
  void whatIsOnlyLikelyIsAWarning() {
    assertThat(judged(at(0).waiting(blocked(1, LIKELY), blocked(2, LIKELY))))
        .extracting(Verdict::severity)
        .containsExactly(Severity.WARNING);
  }

  @Test
  void oneThreadThatNobodyNeedsIsForInformation() {
    assertThat(judged(at(0).waiting(blocked(1, PROVED))))
        .extracting(Verdict::severity)
        .containsExactly(Severity.INFO);
    assertThat(judged(at(0).waiting(blocked(1, PROVED), blocked(2, running(1)))))
        .extracting(Verdict::severity)
        .containsExactly(Severity.CRITICAL);
  }

  @Test
  void aWaitWithATimeoutAndAnOwnerThatIsAtWorkAreNot() {
    Need held = lock(How.HELD, Certainty.PROVED);
    assertThat(judged(at(0).waiting(timed(1, PROVED), timed(2, PROVED)))).isEmpty();
    assertThat(judged(at(0).waiting(blocked(1, held), blocked(2, held)))).isEmpty();
  }

  @Test
  void aPoolWhoseThreadsAllWaitSoIsClosed() {
    Snapshots snapshot =
        at(0)
            .pool(aPool(1).threads(1).queued(1))
            .waiting(blocked(1, PROVED), blocked(2, queued(1)));
    assertThat(PoolStarvation.tangles(snapshot.build()).closed(1)).isTrue();
    assertThat(judge(new PoolDeadlock(), snapshot.alone())).isEmpty();
  }

  @Test
  void tasksThatTheirExecutorsHaveDroppedAreLikelyLost() {
    Need dropped = new Need.Unknown(false, true);
    assertThat(
            judged(
                at(0)
                    .waiting(
                        blocked(1, dropped, false, 11),
                        blocked(2, dropped, false, 11),
                        blocked(3, dropped, false, 9),
                        blocked(4, dropped, true, 20),
                        blocked(5, new Need.Unknown(), false, 20))))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
              assertThat(verdict.title())
                  .isEqualTo(
                      "2 threads wait for tasks that their executors have dropped, which likely"
                          + " nobody will run");
              assertThat(verdict.evidence()).containsEntry("certainty", "likely");
            });
    assertThat(judged(at(0).waiting(blocked(1, dropped, false, 11))))
        .as("one thread that nobody needs")
        .extracting(Verdict::severity)
        .containsExactly(Severity.INFO);
  }

  private static Need gone(@Nullable String failure, boolean takes) {
    return new Need.Gone(
        "java.util.concurrent.Semaphore",
        "ticker",
        "Tick.run",
        failure,
        null,
        null,
        takes,
        new Odds(9, 9));
  }

  @Test
  void aTaskThatThrewBeforeItEndedTheWaitIsNamedWithTheCallThatItSkipped() {
    Need skipped =
        new Need.Gone(
            "java.util.concurrent.CountDownLatch",
            "pool-1-thread-2",
            "Job.run",
            "java.lang.IllegalStateException at Job.read(Job.java:7)",
            "CountDownLatch.countDown() at Job.run(Job.java:9)",
            null,
            false,
            null);
    assertThat(judged(at(0).waiting(blocked(1, skipped, false, 11))))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
              assertThat(verdict.title())
                  .isEqualTo(
                      "t-1 waits at a CountDownLatch, and likely nobody ends that: Job.run in"
                          + " pool-1-thread-2, which has it, was ended by"
                          + " java.lang.IllegalStateException at Job.read(Job.java:7) before"
                          + " CountDownLatch.countDown() at Job.run(Job.java:9)");
              assertThat(verdict.evidence())
                  .containsEntry("skipped", "CountDownLatch.countDown() at Job.run(Job.java:9)")
                  .doesNotContainKey("wakes");
            });
  }

  @Test
  void aTaskThatReturnedAndDidNotEndTheWaitIsNamedWithWhatIsLeft() {
    Need left =
        new Need.Gone(
            "java.util.concurrent.CountDownLatch",
            "pool-#-thread-#",
            "Job.run",
            null,
            null,
            "its count is still 1",
            false,
            null);
    assertThat(judged(at(0).waiting(blocked(1, left, false, 11))))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.title())
                  .isEqualTo(
                      "t-1 waits at a CountDownLatch, and likely nobody ends that: Job.run in"
                          + " pool-#-thread-#, which had it, has ended, and its count is still 1");
              assertThat(verdict.evidence()).containsEntry("left", "its count is still 1");
            });
  }

  @Test
  void whereNobodyIsLeftThatIsSaid() {
    assertThat(title(Need.Gone.still("java.util.concurrent.Exchanger")))
        .isEqualTo(
            "t-1 waits at an Exchanger, and likely nobody ends that: no thread is left that could");
    assertThat(
            title(
                Need.Gone.still(
                    "java.util.concurrent.ArrayBlockingQueue",
                    "reader",
                    "java.io.EOFException at Feed.run(Feed.java:7)")))
        .isEqualTo(
            "t-1 waits at an ArrayBlockingQueue, and likely nobody ends that: since"
                + " java.io.EOFException at Feed.run(Feed.java:7) in reader, no thread is left that"
                + " could");
    assertThat(title(Need.Gone.nobody("java.util.concurrent.Phaser")))
        .isEqualTo(
            "t-1 waits at a Phaser, and likely nobody ends that: no thread's code arrives there"
                + " any more");
    assertThat(title(Need.Gone.takers("java.util.concurrent.Semaphore")))
        .isEqualTo(
            "t-1 waits at a Semaphore, and likely nobody ends that: all whose code gives one back"
                + " wait there");
    assertThat(title(Need.Gone.inside("java.net.Socket")))
        .isEqualTo(
            "t-1 waits at a Socket, and likely nobody ends that: both ends of its connection are in"
                + " this JVM, and no thread is left that could");
  }

  private static String title(Need need) {
    List<Verdict> verdicts = judged(at(0).waiting(blocked(1, need, false, 11)));
    assertThat(verdicts).extracting(Verdict::severity).containsExactly(Severity.WARNING);
    return verdicts.get(0).title();
  }

  @Test
  void whatUsedToEndAWaitAndHasEndedIsLikelyLost() {
    Need threw = gone("java.lang.IllegalStateException at Tick.run(Tick.java:7)", false);
    assertThat(
            judged(
                at(0)
                    .waiting(
                        blocked(1, threw, false, 11),
                        blocked(2, threw, false, 9),
                        blocked(3, threw, true, 20))))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
              assertThat(verdict.title())
                  .isEqualTo(
                      "t-1 waits at a Semaphore, and likely nobody ends that: Tick.run in ticker,"
                          + " which ended such waits, was ended by java.lang.IllegalStateException"
                          + " at Tick.run(Tick.java:7)");
              assertThat(verdict.evidence())
                  .contains(
                      entry("certainty", "likely"), entry("wakes", 9), entry("did", "Tick.run"));
            });
  }

  @Test
  void aFullQueueWhoseConsumerHasEndedIsNamed() {
    Need ended = gone(null, true);
    assertThat(judged(at(0).waiting(blocked(1, ended, false, 11), blocked(2, ended, false, 11))))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.title())
                  .isEqualTo(
                      "2 threads wait to put into a full queue, from which likely nobody takes any"
                          + " more: ticker has ended");
              assertThat(verdict.evidence()).doesNotContainKey("failure");
            });
  }
}
