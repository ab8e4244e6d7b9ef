package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.during;
import static dev.snarl.rules.Snapshots.judge;
import static dev.snarl.rules.Snapshots.queued;
import static dev.snarl.rules.Snapshots.running;
import static dev.snarl.rules.Snapshots.timed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.snarl.rules.Snapshots.PoolBuilder;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Timeline;
import java.util.List;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

class PoolRulesTest {
  private final Rule starvation = new PoolStarvation();
  private final Rule saturated = new PoolSaturated();
  private final Rule unbounded = new UnboundedQueue();
  private final Rule rejected = new TasksRejected();

  // pool-starvation

  @Test
  void aDeadlockWithOneTimedWaitIsStarvation() {
    Timeline timeline =
        at(0)
            .pool(aPool(1).threads(1, 2))
            .waiting(blocked(1, queued(1)), timed(2, queued(1)))
            .alone();
    List<Verdict> verdicts = judge(starvation, timeline);
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).severity()).isEqualTo(Severity.WARNING);
    assertThat(verdicts.get(0).title())
        .isEqualTo(
            "pool-1 starved: 2 of 2 threads wait for tasks in their own queue until a timeout");
    assertThat(judge(new PoolDeadlock(), timeline)).isEmpty();
  }

  @Test
  void onlyThePoolsOwnThreadsAreCountedAmongThem() {
    Timeline timeline =
        during(
            6,
            s ->
                at(s)
                    .pool(aPool(1).threads(1).queued(1))
                    .waiting(timed(1, running(7)), blocked(7, queued(1))));
    assertThat(judge(starvation, timeline))
        .extracting(Verdict::title)
        .containsExactly(
            "pool-1 starved: 1 of 1 thread wait for tasks in their own queue until a timeout");
  }

  @Test
  void aDeadlockIsNeverStarvationToo() {
    assertThat(
            judge(
                starvation,
                during(
                    6,
                    s ->
                        at(s)
                            .pool(aPool(1).threads(1, 2))
                            .waiting(blocked(1, queued(1)), blocked(2, queued(1))))))
        .isEmpty();
  }

  @Test
  void aPoolThatCouldGrowStarvesOnceNothingIsDoneForFiveSeconds() {
    DoubleFunction<Snapshots> stuck =
        s -> at(s).pool(aPool(1).threads(1).growing()).waiting(blocked(1, queued(1)));
    assertThat(judge(starvation, during(4.5, stuck))).isEmpty();
    assertThat(judge(starvation, during(5, stuck))).hasSize(1);
  }

  @Test
  void oneFreeWorkerOfFourThatHardlyGetsOnIsStarvation() {
    assertThat(judge(starvation, during(6, s -> threeOfFour(s, 3)))).hasSize(1);
    assertThat(judge(starvation, during(6, s -> threeOfFour(s, s < 3 ? 0 : 4)))).isEmpty();
  }

  private static Snapshots threeOfFour(double second, long completed) {
    return at(second)
        .pool(aPool(1).threads(1, 2, 3, 4).completed(completed))
        .waiting(blocked(1, queued(1)), blocked(2, queued(1)), blocked(3, queued(1)));
  }

  @Test
  void aSlowButIndependentTaskMixIsNoStarvation() {
    assertThat(judge(starvation, during(10, s -> at(s).pool(aPool(1).threads(1, 2).queued(50)))))
        .isEmpty();
  }

  @Test
  void whatIsOnlyLikelyCountsOnceNothingHasMovedForTenSeconds() {
    Need likely = new Need.Queued("java.util.concurrent.CountDownLatch", 1, Certainty.LIKELY);
    assertThat(judge(starvation, during(12, s -> likely(s, 9.5, likely)))).isEmpty();
    assertThat(judge(starvation, during(12, s -> likely(s, 10, new Need.Unknown())))).isEmpty();
    assertThat(judge(new PoolDeadlock(), during(12, s -> likely(s, 60, likely)))).isEmpty();
    List<Verdict> verdicts = judge(starvation, during(12, s -> likely(s, 10, likely)));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).evidence()).contains(entry("certainty", "likely"));
    assertThat(verdicts.get(0).title())
        .isEqualTo(
            "pool-1 starved: 2 of 2 threads likely wait for tasks in their own queue, and hardly"
                + " any task gets done");
  }

  private static Snapshots likely(double second, double stuck, Need need) {
    return at(second)
        .pool(aPool(1).threads(1, 2).stuck(stuck))
        .waiting(blocked(1, need), blocked(2, queued(1)));
  }

  // pool-saturated

  @Test
  void whereNoTaskEndsNobodySaysHowLongTheOthersWait() {
    Timeline timeline =
        during(12, s -> at(s).pool(busy().queued(20).saturated(s).oldest(s).stuck(s)));
    assertThat(judge(saturated, timeline).get(0).title())
        .isEqualTo(
            "pool-1 is saturated: all 4 threads busy, 20 tasks waiting, and no task has ended for"
                + " 12 s");
  }

  private static Timeline load(double perSecond, int queued, double forSeconds) {
    return during(
        12,
        s ->
            at(s)
                .pool(
                    busy()
                        .completed((long) (s * perSecond))
                        .queued(queued)
                        .saturated(forSeconds - 12 + s)
                        .activity((long) (s * 20), (long) (s * 80))));
  }

  private static PoolBuilder busy() {
    return aPool(1).sizes(4, 4, 4);
  }

  @Test
  void aPoolWithASecondOfWaitingForTenSecondsIsSaturated() {
    List<Verdict> verdicts = judge(saturated, load(10, 20, 11));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).evidence())
        .contains(
            entry("waitP95SecondsEstimate", 2.0),
            entry("runSeconds", 0.4),
            entry("completionsPerSecond", 10.0),
            entry("cpuShare", 0.2),
            entry("advisedThreads", 8),
            entry("limitedBy", "threads"));
  }

  @Test
  void aBatchThatIsWorkedOffWithoutArrivalsIsNoWarning() {
    DoubleFunction<Snapshots> batch =
        s ->
            at(s)
                .pool(
                    busy().completed((long) (s * 10)).queued(1_000 - (int) (s * 10)).saturated(s));
    assertThat(judge(saturated, during(12, batch)))
        .singleElement()
        .satisfies(
            v -> {
              assertThat(v.severity()).isEqualTo(Severity.INFO);
              assertThat(v.title()).contains("works off a batch, nothing new arrives");
              assertThat(v.evidence())
                  .contains(entry("arrivalsPerSecond", 0.0), entry("limitedBy", "backlog"));
            });
    DoubleFunction<Snapshots> submittedInTheWindow =
        s ->
            at(s)
                .pool(
                    busy()
                        .completed((long) (s * 10))
                        .queued(s < 4 ? (int) (s * 250) : 1_000 - (int) (s * 10))
                        .saturated(s));
    assertThat(judge(saturated, during(12, submittedInTheWindow)))
        .as("it may be a batch: soon known")
        .isEmpty();
    DoubleFunction<Snapshots> stuck =
        s -> at(s).pool(busy().completed(7).queued(100).saturated(s).oldest(s + 5));
    assertThat(judge(saturated, during(12, stuck)))
        .as("nothing arrives, but nothing is done either")
        .extracting(Verdict::severity)
        .containsExactly(Severity.WARNING);
  }

  @Test
  void aBatchStaysOneWhereTheObserverGotNoProcessorBetweenTwoCounts() {
    DoubleFunction<Snapshots> readLate =
        s ->
            at(s)
                .pool(
                    busy()
                        .completed((long) ((s == 2 || s == 7 ? s - 1 : s) * 10))
                        .queued(1_000 - (int) (s * 10))
                        .saturated(s));
    assertThat(judge(saturated, during(12, readLate)))
        .extracting(Verdict::severity)
        .containsExactly(Severity.INFO);
  }

  @Test
  void measuredTimesStandBeforeEstimates() {
    DoubleFunction<Snapshots> slow =
        s ->
            at(s)
                .pool(
                    busy()
                        .completed((long) (s * 10))
                        .queued(20)
                        .saturated(s)
                        .timed(100, 3.0, 0.25));
    assertThat(judge(saturated, during(12, slow)))
        .singleElement()
        .satisfies(
            v ->
                assertThat(v.evidence())
                    .containsKey("waitP95Seconds")
                    .contains(entry("runSeconds", 0.25)));
    DoubleFunction<Snapshots> quick =
        s ->
            at(s)
                .pool(
                    busy()
                        .completed((long) (s * 10))
                        .queued(20)
                        .saturated(s)
                        .timed(100, 0.1, 0.05));
    assertThat(judge(saturated, during(12, quick))).as("the estimate would be 2 s").isEmpty();
  }

  @Test
  void refusedTasksArriveToo() {
    DoubleFunction<Snapshots> refusing =
        s ->
            at(s)
                .pool(
                    busy()
                        .completed((long) (s * 10))
                        .queued(20)
                        .saturated(s)
                        .rejected((long) (s * 6), false));
    List<Verdict> verdicts = judge(saturated, during(12, refusing));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).evidence())
        .contains(
            entry("arrivalsPerSecond", 16.0),
            entry("completionsPerSecond", 10.0),
            entry("advisedThreads", 11));
  }

  private List<Verdict> blockedIn(String call) {
    DoubleFunction<Snapshots> blocked =
        s ->
            at(s)
                .pool(
                    busy()
                        .completed((long) (s * 10))
                        .queued(20)
                        .saturated(s)
                        .activity((long) (s * 10), (long) (s * 90), call));
    return judge(saturated, during(12, blocked));
  }

  @Test
  void aSleepWaitsForNobody() {
    for (String sleep : List.of("java.util.concurrent.TimeUnit.sleep", "java.lang.Thread.sleep")) {
      List<Verdict> verdicts = blockedIn(sleep + " at com.acme.Dao.find(Dao.java:9)");
      assertThat(verdicts).hasSize(1);
      assertThat(verdicts.get(0).evidence()).doesNotContain(entry("limitedBy", "others"));
      assertThat(verdicts.get(0).remedy()).doesNotContain("other threads");
    }
  }

  @Test
  void moreThreadsAreNoAdviceWhereTheThreadsWaitForOthers() {
    List<Verdict> verdicts =
        blockedIn("java.util.concurrent.SynchronousQueue.poll at com.acme.Dao.find(Dao.java:9)");
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).evidence())
        .contains(entry("runSeconds", 0.4), entry("limitedBy", "others"))
        .doesNotContainKey("advisedThreads");
    assertThat(verdicts.get(0).remedy())
        .contains("90 % of it in java.util.concurrent.SynchronousQueue.poll at com.acme.Dao.find")
        .contains("Without this wait 2 threads would do");
  }

  @Test
  void saturationHasEdges() {
    assertThat(judge(saturated, load(10, 10, 10))).as("1 s").hasSize(1);
    assertThat(judge(saturated, load(10, 9, 10))).as("0.9 s").isEmpty();
    assertThat(judge(saturated, load(10, 20, 9.9))).as("9.9 s of it").isEmpty();
    assertThat(judge(saturated, load(200, 40, 10))).as("0.2 s, 10 x the run time").hasSize(1);
    assertThat(judge(saturated, load(200, 39, 10))).as("less than 0.2 s").isEmpty();
  }

  @Test
  void aBurstThatIsAboutToDrainIsNotSaturation() {
    DoubleFunction<Snapshots> draining =
        s ->
            at(s).pool(busy().completed((long) (s * 10)).queued((int) (200 - s * 10)).saturated(s));
    assertThat(judge(saturated, during(12, draining))).isEmpty();
    DoubleFunction<Snapshots> hopeless =
        s ->
            at(s).pool(busy().completed((long) (s * 10)).queued((int) (900 - s * 10)).saturated(s));
    assertThat(judge(saturated, during(12, hopeless))).hasSize(1);
  }

  @Test
  void withoutCompletionsTheOldestQueuedTaskTellsTheWait() {
    assertThat(judge(saturated, at(0).pool(busy().queued(1).saturated(10).oldest(0.9)).alone()))
        .isEmpty();
    List<Verdict> verdicts =
        judge(saturated, at(0).pool(busy().queued(1).saturated(10).oldest(1)).alone());
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).evidence()).doesNotContainKey("advisedThreads");
  }

  @Test
  void aScheduledPoolIsJudgedByHowLateItsTasksAreAndNotByItsLength() {
    DoubleFunction<Snapshots> prompt =
        s -> at(s).pool(late(0.1).completed((long) (s * 10)).queued(900).saturated(s));
    assertThat(judge(saturated, during(12, prompt))).isEmpty();
    DoubleFunction<Snapshots> late =
        s -> at(s).pool(late(3).completed((long) (s * 10)).queued(900).saturated(s));
    List<Verdict> verdicts = judge(saturated, during(12, late));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).title()).contains("tasks that are due waiting, about 3 s");
  }

  private static PoolBuilder late(double seconds) {
    return busy().kind(Kind.SCHEDULED).oldest(seconds);
  }

  @Test
  void deadlockedAndCarryingPoolsAreNotSaturated() {
    PoolBuilder carriers = busy().kind(Kind.CARRIERS).queued(5).saturated(60).oldest(60);
    assertThat(judge(saturated, at(0).pool(carriers).alone())).isEmpty();
    PoolBuilder deadlocked = aPool(1).threads(1).queued(5).saturated(60).oldest(60);
    assertThat(judge(saturated, at(0).pool(deadlocked).waiting(blocked(1, queued(1))).alone()))
        .isEmpty();
  }

  // unbounded-queue

  @Test
  void aMaximumThatIsNeverReachedIsInfo() {
    List<Verdict> verdicts = judge(unbounded, at(0).pool(aPool(1).sizes(8, 8, 200)).alone());
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).severity()).isEqualTo(Severity.INFO);
    assertThat(verdicts.get(0).title()).contains("never grows past its 8 core threads");
  }

  @Test
  void withoutACoreItIsOneThread() {
    List<Verdict> verdicts = judge(unbounded, at(0).pool(aPool(1).sizes(1, 0, 7)).alone());
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).title()).contains("never grows past 1 thread, as its core is 0:");
    assertThat(judge(unbounded, at(0).pool(aPool(1).sizes(1, 0, 1)).alone()))
        .as("a maximum of one is reached")
        .isEmpty();
  }

  @Test
  void ofAPoolThatNeverHadATaskThereIsNothingToSay() {
    assertThat(judge(unbounded, at(0).pool(aPool(1).sizes(0, 8, 200)).alone())).isEmpty();
    assertThat(judge(unbounded, at(0).pool(aPool(1).sizes(0, 8, 200).completed(1)).alone()))
        .hasSize(1);
    assertThat(judge(unbounded, at(0).pool(aPool(1).sizes(0, 0, 200).queued(1)).alone()))
        .hasSize(1);
  }

  @Test
  void fixedScheduledBoundedAndTomcatsQueuesAreFine() {
    assertThat(
            judge(
                unbounded,
                at(0)
                    .pool(aPool(1).queued(9_999))
                    .pool(aPool(2).kind(Kind.SCHEDULED).sizes(1, 1, Integer.MAX_VALUE))
                    .pool(
                        aPool(3).sizes(1, 1, 5).queue("java.util.concurrent.ArrayBlockingQueue", 9))
                    .pool(
                        aPool(4)
                            .sizes(10, 10, 200)
                            .queue("org.apache.tomcat.util.threads.TaskQueue", Integer.MAX_VALUE))
                    .alone()))
        .isEmpty();
  }

  private static Timeline growing(double seconds, int atEnd, int perSecond) {
    return during(
        seconds,
        s -> at(s).pool(aPool(1).queued((int) (atEnd - (seconds - s) * perSecond)).taskBytes(400)));
  }

  @Test
  void aLongQueueThatGrewForThirtySecondsIsAWarningEvenForAFixedPool() {
    List<Verdict> verdicts = judge(unbounded, growing(30, 10_000, 100));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).severity()).isEqualTo(Severity.WARNING);
    assertThat(verdicts.get(0).evidence())
        .contains(
            entry("growthPerSecond", 100.0),
            entry("bytesPerTask", 400L),
            entry("secondsUntilHeapFull", 20_000.0));
    assertThat(judge(unbounded, growing(30, 9_999, 100))).as("shorter").isEmpty();
    assertThat(judge(unbounded, growing(29, 10_000, 100))).as("not yet").isEmpty();
    assertThat(judge(unbounded, growing(30, 10_000, 0))).as("steady").isEmpty();
  }

  @Test
  void aSchedulersQueueGrowsOnlyIfItsFirstTaskIsLate() {
    assertThat(judge(unbounded, scheduled(0))).as("not due yet, such as time-outs").isEmpty();
    assertThat(judge(unbounded, scheduled(0.9))).isEmpty();
    assertThat(judge(unbounded, scheduled(1))).hasSize(1);
  }

  private static Timeline scheduled(double late) {
    return during(
        30,
        s ->
            at(s)
                .pool(aPool(1).kind(Kind.SCHEDULED).queued((int) (20_000 + 100 * s)).oldest(late)));
  }

  @Test
  void aFewTasksThatCameLastDoNotMakeALongQueueGrow() {
    assertThat(judge(unbounded, lately(9))).isEmpty();
    assertThat(judge(unbounded, lately(10))).hasSize(1);
  }

  private static Timeline lately(int tasks) {
    return during(30, s -> at(s).pool(aPool(1).queued(50_000 + (s < 2 ? 0 : tasks))));
  }

  @Test
  void aQueueThatFellInBetweenHasNotGrownForThirtySeconds() {
    assertThat(
            judge(
                unbounded,
                during(30, s -> at(s).pool(aPool(1).queued((int) (20_000 + (s < 15 ? 900 : s)))))))
        .isEmpty();
  }

  @Test
  void manyPoolsFromOneLineAreOneFinding() {
    List<Verdict> verdicts =
        judge(
            unbounded,
            at(0)
                .pool(aPool(1).site("A.java:1").sizes(1, 1, 9))
                .pool(aPool(2).site("A.java:1").sizes(1, 1, 9))
                .alone());
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).evidence()).contains(entry("poolsBuiltThere", 2));
  }

  // tasks-rejected

  @Test
  void oneRejectionIsAFindingForAMinute() {
    DoubleFunction<Snapshots> atTen = s -> at(s).pool(aPool(1).rejected(s < 10 ? 0 : 1, false));
    List<Verdict> verdicts = judge(rejected, during(30, atTen));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).severity()).isEqualTo(Severity.WARNING);
    assertThat(verdicts.get(0).site()).isEqualTo("com.acme.Api.send(Api.java:7)");
    assertThat(verdicts.get(0).title()).isEqualTo("pool-1: 1 task refused by AbortPolicy");
    assertThat(judge(rejected, during(69, atTen))).hasSize(1);
    assertThat(judge(rejected, during(71, atTen))).isEmpty();
  }

  @Test
  void callerRunsIsInfo() {
    List<Verdict> verdicts = judge(rejected, at(0).pool(aPool(1).rejected(3, true)).alone());
    assertThat(verdicts).extracting(Verdict::severity).containsExactly(Severity.INFO);
  }

  @Test
  void whatIsDroppedOnPurposeIsInfo() {
    Verdict discarded =
        judge(rejected, at(0).pool(aPool(1).rejected(3, "DiscardPolicy", false)).alone()).get(0);
    assertThat(discarded.severity()).isEqualTo(Severity.INFO);
    assertThat(discarded.title()).isEqualTo("pool-1: 3 tasks dropped by DiscardPolicy");
    assertThat(discarded.remedy()).contains("futures, which never complete");
    Verdict caught =
        judge(rejected, at(0).pool(aPool(1).rejected(500, 0, "AbortPolicy", false)).alone()).get(0);
    assertThat(caught.severity()).isEqualTo(Severity.INFO);
    assertThat(caught.remedy()).contains("catches the refusal");
    assertThat(judge(rejected, at(0).pool(aPool(1).rejected(500, 1, "AbortPolicy", false)).alone()))
        .as("the application's too")
        .extracting(Verdict::severity)
        .containsExactly(Severity.WARNING);
  }

  @Test
  void rejectionsOfAPoolInShutdownAreNoFinding() {
    assertThat(judge(rejected, at(0).pool(aPool(1).rejected(3, false).shutdown()).alone()))
        .isEmpty();
    assertThat(judge(rejected, at(0).pool(aPool(1)).alone())).isEmpty();
  }

  @Test
  void aLibrarysPoolHasNoPolicy() {
    Verdict verdict = judge(rejected, at(0).pool(aPool(1).rejected(3, "", false)).alone()).get(0);
    assertThat(verdict.title()).isEqualTo("pool-1: 3 tasks refused");
    assertThat(verdict.evidence()).doesNotContainKey("policy");
  }

  @Test
  void aConnectionPoolThatDropsSurplusRequestsForConnectionsIsNoFinding() {
    assertThat(
            judge(
                rejected,
                at(0).pool(aPool(1).rejected(3, Snapshots.PoolBuilder.SURPLUS, false)).alone()))
        .isEmpty();
    String own = "com.acme.Drop";
    assertThat(judge(rejected, at(0).pool(aPool(1).rejected(3, own, false)).alone())).hasSize(1);
  }
}
