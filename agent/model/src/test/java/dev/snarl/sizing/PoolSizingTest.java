package dev.snarl.sizing;

import static dev.snarl.rules.Snapshots.aPool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.snarl.rules.Snapshots;
import dev.snarl.rules.Snapshots.PoolBuilder;
import dev.snarl.snapshot.Durations;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Timeline;
import java.util.List;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

class PoolSizingTest {
  private static Timeline during(DoubleFunction<PoolBuilder> pool) {
    return Snapshots.during(12, second -> Snapshots.at(second).pool(pool.apply(second)));
  }

  private static List<PoolSizing> sized(DoubleFunction<PoolBuilder> pool) {
    return PoolSizing.all(during(pool), 0.1);
  }

  /** Ten a second at 0.5 s each on two threads: they do four a second, and six more wait. */
  @Test
  void aPoolThatIsTooSmallIsToldHowManyThreadsItNeeds() {
    PoolSizing sizing =
        sized(
                second ->
                    aPool(1)
                        .completed((long) (4 * second))
                        .queued((int) (6 * second))
                        .taskBytes(1_000)
                        .activity(0, (long) (4 * second), "java.net.Socket.read at a.B.c(B.java:1)")
                        .timed(40, 1, 0.5))
            .get(0);
    assertThat(sizing.work().perSecond()).isCloseTo(10, within(0.5));
    assertThat(sizing.work().seconds()).isCloseTo(0.5, within(0.001));
    assertThat(sizing.work().variation()).isLessThan(0.05);
    assertThat(sizing.limit()).isEqualTo(Limit.THREADS);
    assertThat(sizing.advised().getAsInt()).isBetween(7, 9);
    assertThat(sizing.capacity(2)).isCloseTo(4, within(0.01));
    assertThat(sizing.growth(2)).isCloseTo(6, within(0.5));
    assertThat(sizing.bytes(sizing.growth(2))).isCloseTo(6_000, within(500.0));
    assertThat(sizing.advice()).contains("set it to " + sizing.advised().getAsInt() + " threads");
  }

  @Test
  void aPoolThatIsLargeEnoughIsToldSo() {
    PoolSizing sizing =
        sized(
                second ->
                    aPool(1)
                        .sizes(20, 20, 20)
                        .completed((long) (10 * second))
                        .activity(0, (long) (4 * second))
                        .timed(100, 0, 0.1))
            .get(0);
    assertThat(sizing.limit()).isEqualTo(Limit.NOTHING);
    assertThat(sizing.advised().getAsInt()).isLessThan(20);
    assertThat(sizing.growth(20)).isZero();
    assertThat(sizing.line(20).waitSeconds(0.95)).isZero();
  }

  /** Two processors, 0.1 s of CPU a task: twenty a second is all there is. */
  @Test
  void whereTheProcessorsAreTheLimitMoreThreadsAreNotAdvised() {
    PoolSizing sizing =
        sized(
                second ->
                    aPool(1)
                        .completed((long) (20 * second))
                        .queued((int) (30 * second))
                        .activity((long) (4 * second), 0)
                        .timed(200, 1, 0.1))
            .get(0);
    assertThat(sizing.limit()).isEqualTo(Limit.CPU);
    assertThat(sizing.advised()).hasValue(2);
    assertThat(sizing.capacity(1_000)).isCloseTo(20, within(0.1));
    assertThat(sizing.advice()).contains("2 processors do at most 20/s");
  }

  @Test
  void timeReadyButWithoutAProcessorIsNotCpuTimeThatThereIsNot() {
    PoolSizing sizing =
        sized(
                second ->
                    aPool(1)
                        .sizes(40, 40, 40)
                        .completed((long) (20 * second))
                        .activity((long) (80 * second), 0)
                        .timed(200, 1, 2))
            .get(0);
    assertThat(sizing.work().cpuSeconds()).isCloseTo(0.1, within(0.01));
  }

  @Test
  void tasksThatWaitForOtherThreadsAreNotHelpedByMoreOfThem() {
    PoolSizing sizing =
        sized(
                second ->
                    aPool(1)
                        .completed((long) (4 * second))
                        .queued((int) (6 * second))
                        .activity(0, (long) (4 * second), "java.util.concurrent.Semaphore.acquire")
                        .timed(40, 1, 0.5))
            .get(0);
    assertThat(sizing.limit()).isEqualTo(Limit.PERMITS);
    assertThat(sizing.advice()).contains("permits").contains("not threads");
    assertThat(sizing.advised()).isEmpty();
    assertThat(sizing.waitsFor()).isEqualTo("java.util.concurrent.Semaphore.acquire");
  }

  @Test
  void aWaitInAnotherQueueIsForOthersAndOneInAQueueLikeThePoolsOwnIsNot() {
    assertThat(limit("java.util.concurrent.SynchronousQueue.poll at a.Store.find(Store.java:1)"))
        .isEqualTo(Limit.OTHERS);
    assertThat(limit("java.util.concurrent.LinkedBlockingQueue.poll at a.Q.poll(Q.java:1)"))
        .isEqualTo(Limit.NOTHING);
  }

  @Test
  void aLockIsTheLimitInHoweverManyLinesItIsWaitedFor() {
    assertThat(limit("a monitor at a.B.put at a.B.put(B.java:1)")).isEqualTo(Limit.LOCK);
    assertThat(
            limit(
                "a monitor at a.B.put at a.B.put(B.java:1)",
                "a monitor at a.B.get at a.B.get(B.java:9)",
                "java.util.concurrent.locks.ReentrantLock.lock at a.B.c(B.java:4)",
                "java.net.Socket$SocketInputStream.read at a.B.c(B.java:7)"))
        .isEqualTo(Limit.LOCK);
    assertThat(limit("java.lang.Object.wait at a.B.put(B.java:1)")).isEqualTo(Limit.NOTHING);
    assertThat(
            limit(
                "a monitor at a.B.put at a.B.put(B.java:1)",
                "java.net.Socket$SocketInputStream.read at a.B.c(B.java:7)",
                "java.lang.Thread.sleep at a.B.c(B.java:8)"))
        .isEqualTo(Limit.NOTHING);
  }

  /** Of a pool whose threads are blocked in each of these equally often. */
  private static Limit limit(String... blockedIn) {
    return sized(
            second ->
                aPool(1)
                    .completed((long) (100 * second))
                    .activity(0, (long) (4 * second), blockedIn)
                    .timed(1_000, 0, 0.005))
        .get(0)
        .limit();
  }

  @Test
  void whatLiesInTheQueueIsNamedWhereLittleArrivesAnyMore() {
    PoolSizing sizing =
        sized(
                second ->
                    aPool(1)
                        .sizes(8, 8, 8)
                        .completed((long) (32 * second))
                        .queued((int) (640 - 32 * second))
                        .timed(1_000, 1, 0.25))
            .get(0);
    assertThat(sizing.limit()).isEqualTo(Limit.NOTHING);
    assertThat(sizing.advice())
        .containsPattern("but \\d+ tasks in the queue take \\d+ s; without them");
  }

  @Test
  void nothingIsSaidOfAPoolOfWhichNothingIsKnown() {
    assertThat(sized(second -> aPool(1).queued(3))).isEmpty();
    assertThat(sized(second -> aPool(1).completed((long) second).shutdown().timed(40, 0, 1)))
        .isEmpty();
    assertThat(
            sized(
                second -> aPool(1).kind(Kind.EVENT_LOOP).completed((long) second).timed(40, 0, 1)))
        .isEmpty();
    assertThat(PoolSizing.all(Snapshots.at(0).pool(aPool(1).timed(40, 0, 1)).alone(), 0.1))
        .isEmpty();
  }

  @Test
  void variationComesFromTheHistogram() {
    long[] counts = new long[Durations.buckets()];
    counts[Durations.bucketOf(50_000_000)] = 900;
    counts[Durations.bucketOf(2_500_000_000L)] = 100;
    assertThat(Work.variation(Durations.of(counts, 1))).isBetween(5.0, 8.0);
    assertThat(Work.variation(Durations.NONE)).isEqualTo(Work.UNKNOWN_VARIATION);
  }

  @Test
  void aHundredThousandJobsInTenMinutesAtThreeTenthsOfASecondAreFiftyThreads() {
    Batch batch = new Batch(100_000, 0.3, 0.05);
    assertThat(batch.threadsFor(600)).isEqualTo(50);
    assertThat(batch.secondsWith(50, 64)).isCloseTo(600, within(1e-6));
    assertThat(batch.processorsFor(600)).isEqualTo(9);
    assertThat(batch.secondsWith(50, 2)).isCloseTo(2_500, within(1e-6));
  }
}
