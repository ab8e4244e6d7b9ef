package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.SECOND;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.during;
import static dev.snarl.rules.Snapshots.judge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.snarl.snapshot.BuildSite;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.FanOut;
import dev.snarl.snapshot.Odds;
import dev.snarl.snapshot.PinnedSite;
import dev.snarl.snapshot.SerialWait;
import dev.snarl.snapshot.StartSite;
import dev.snarl.snapshot.Timeline;
import java.util.List;
import org.junit.jupiter.api.Test;

class SiteRulesTest {
  private static final String SITE = "com.acme.Runner.run(Runner.java:42)";

  private final Rule pinned = new VirtualThreadPinned();
  private final Rule pairs = new AsyncBlockingPair();
  private final Rule fanOuts = new FanOutWait();
  private final Rule serial = new SubmitAndWait();
  private final Rule starts = new ThreadPerTask();
  private final Rule builds = new ExecutorPerCall();

  private static DoubleHeld pair(long waits, double seconds) {
    return pair(waits, seconds, 9);
  }

  private static DoubleHeld pair(long waits, double seconds, double lasted) {
    return new DoubleHeld(
        SITE,
        "com.acme.Exec.lambda$run$0(Exec.java:31)",
        "http-nio-8080-exec-#",
        "CompletableFuture.ThreadPerTask",
        "CompletableFuture.get",
        "java.lang.Process.waitFor",
        "new thread",
        waits,
        (long) (seconds * SECOND),
        (long) (lasted * SECOND),
        "http-nio-8080-exec-3",
        "Thread-17",
        Certainty.PROVED);
  }

  @Test
  void aPairReadsAsTheContractSays() {
    List<Verdict> verdicts = judge(pairs, at(0).pair(pair(412, 88.4)).alone());
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).title())
        .isEqualTo(
            "2 threads held for 1 job: http-nio-8080-exec-3 waits in get() for Thread-17, "
                + "which is blocked in Process.waitFor()");
    assertThat(verdicts.get(0).site()).isEqualTo(SITE);
    assertThat(verdicts.get(0).count()).isEqualTo(412);
    assertThat(verdicts.get(0).evidence())
        .contains(
            entry("waiterPool", "http-nio-8080-exec-#"),
            entry("workerPool", "CompletableFuture.ThreadPerTask"),
            entry("workerSite", "com.acme.Exec.lambda$run$0(Exec.java:31)"),
            entry("workerBlockedIn", "java.lang.Process.waitFor"),
            entry("heldThreadSeconds", 88.4),
            entry("workerCreation", "new thread"));
  }

  @Test
  void aPairThatEarlierWakesMakeLikelySaysHowManyTheyWere() {
    DoubleHeld proved = pair(412, 88.4);
    DoubleHeld likely =
        new DoubleHeld(
            proved.waiterSite(),
            proved.workerSite(),
            proved.waiterPool(),
            proved.workerPool(),
            "CountDownLatch.await",
            proved.blockedIn(),
            proved.workerCreation(),
            proved.waits(),
            proved.heldNanos(),
            proved.lastedNanos(),
            proved.waiterThread(),
            proved.workerThread(),
            Certainty.LIKELY,
            new Odds(23, 25));
    List<Verdict> verdicts = judge(pairs, at(0).pair(likely).alone());
    assertThat(verdicts.get(0).title()).contains("waits in await() (likely) for Thread-17");
    assertThat(verdicts.get(0).severity()).isEqualTo(Severity.WARNING);
    assertThat(verdicts.get(0).evidence())
        .contains(entry("certainty", "likely"), entry("wakes", 23), entry("wakesSeen", 25));
    assertThat(judge(pairs, at(0).pair(proved).alone()).get(0).evidence())
        .doesNotContainKeys("wakes", "wakesSeen");
  }

  @Test
  void aPairNeedsThreeWaitsAndASecondWithinTenSeconds() {
    assertThat(judge(pairs, at(0).pair(pair(3, 1)).alone())).hasSize(1);
    assertThat(judge(pairs, at(0).pair(pair(2, 9)).alone())).as("main waits once").isEmpty();
    assertThat(judge(pairs, at(0).pair(pair(3, 0.99)).alone())).isEmpty();
    assertThat(judge(pairs, during(11, s -> at(s).pair(pair(400, 80))))).as("long ago").isEmpty();
    assertThat(judge(pairs, during(30, s -> at(s).pair(pair((long) (s / 5), s)))))
        .as("one wait in 5 s")
        .isEmpty();
  }

  @Test
  void aPairWhileAProgramStartsIsNoFinding() {
    assertThat(judge(pairs, at(0).pair(pair(40, 12, 3.2)).alone())).isEmpty();
    assertThat(judge(pairs, at(0).pair(pair(40, 12, 3.6)).alone())).hasSize(1);
  }

  @Test
  void aPairIsNeverHeldForLongerThanItsWaiterWasBlocked() {
    assertThat(judge(pairs, at(0).pair(pair(25, 5)).blockedAt(SITE, 0.3).alone()))
        .as("samples that met each of many short waits")
        .isEmpty();
    assertThat(judge(pairs, at(0).pair(pair(25, 5)).blockedAt(SITE, 4).alone()))
        .singleElement()
        .satisfies(v -> assertThat(v.evidence()).contains(entry("heldThreadSeconds", 4.0)));
    assertThat(judge(pairs, at(0).pair(pair(25, 5)).blockedAt("elsewhere", 0.3).alone()))
        .hasSize(1);
  }

  @Test
  void severalTasksAtOnceAreInfoWithTheRatio() {
    FanOut fanOut = new FanOut(SITE, "redis-#", 3, 150, SECOND);
    List<Verdict> verdicts = judge(fanOuts, at(0).fanOut(fanOut).alone());
    assertThat(verdicts).extracting(Verdict::severity).containsExactly(Severity.INFO);
    assertThat(verdicts.get(0).evidence()).contains(entry("tasksPerWait", 50.0));
    assertThat(judge(fanOuts, at(0).fanOut(new FanOut(SITE, "r", 2, 150, SECOND)).alone()))
        .isEmpty();
    assertThat(judge(fanOuts, at(0).fanOut(new FanOut(SITE, "r", 3, 150, SECOND - 1)).alone()))
        .isEmpty();
  }

  private static SerialWait serial(long waits, long millis, long cycleMillis) {
    return new SerialWait(
        SITE,
        "sender-#",
        "org.apache.kafka.clients.producer.internals.FutureRecordMetadata",
        waits,
        millis * 1_000_000,
        cycleMillis * 1_000_000,
        10 * SECOND);
  }

  @Test
  void sendingOneByOneIsFound() {
    List<Verdict> verdicts = judge(serial, at(0).serial(serial(20, 1_000, 1_100)).alone());
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).evidence())
        .contains(
            entry("form", "Kafka's send().get()"),
            entry("meanWaitSeconds", 0.05),
            entry("lostSeconds", 1.0));
  }

  @Test
  void batchesOneWaitPerRequestAndOwnWorkAreNotSubmitAndWait() {
    assertThat(judge(serial, at(0).serial(serial(19, 5_000, 5_000)).alone())).isEmpty();
    assertThat(judge(serial, at(0).serial(serial(20, 999, 999)).alone())).isEmpty();
    assertThat(judge(serial, at(0).serial(serial(20, 1_000, 1_120)).alone())).isEmpty();
  }

  private static StartSite start(StartSite.Factory factory, long started, long ended) {
    return start(SITE, factory, started, ended);
  }

  private static StartSite start(String site, StartSite.Factory factory, long started, long ended) {
    return new StartSite(site, factory, "Thread-#", null, started, ended, ended * SECOND, 4);
  }

  @Test
  void tenThreadsThatEndedYoungAreThreadPerTaskWithTheReason() {
    StartSite start = start(StartSite.Factory.COMPLETABLE_FUTURE, 14, 10);
    List<Verdict> verdicts = judge(starts, at(0).start(start).alone());
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).evidence())
        .contains(
            entry("factory", "CompletableFuture.ThreadPerTaskExecutor"),
            entry(
                "reason",
                "common-pool parallelism is 1 (2 processors): on JDK 24 and older each async task "
                    + "without an executor gets a new thread"),
            entry("perSecond", 1.0),
            entry("meanLifeSeconds", 1.0));
    assertThat(judge(starts, at(0).java(25).start(start).alone())).as("on 25").isEmpty();
  }

  @Test
  void threadsOfTheJdksHttpClientAreNotTheCallersFault() {
    StartSite start = start(StartSite.Factory.HTTP_CLIENT, 14, 10);
    assertThat(judge(starts, at(0).start(start).alone()))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.severity()).isEqualTo(Severity.INFO);
              assertThat(verdict.remedy()).contains("common.parallelism=2");
            });
    assertThat(judge(starts, at(0).java(25).start(start).alone())).as("on 25").isEmpty();
  }

  @Test
  void warmUpReuseAndFewThreadsAreNotThreadPerTask() {
    for (StartSite.Factory factory : StartSite.Factory.values()) {
      if (factory != StartSite.Factory.COMPENSATION) {
        assertThat(judge(starts, at(0).start(start(factory, 200, 9)).alone()))
            .as("warm-up by %s", factory)
            .isEmpty();
        assertThat(judge(starts, at(0).start(start(factory, 10, 10)).alone()))
            .as("churn by %s", factory)
            .hasSize(1);
      }
    }
    StartSite old = start(StartSite.Factory.NEW_THREAD, 500, 500);
    assertThat(judge(starts, during(11, s -> at(s).start(old)))).as("long ago").isEmpty();
  }

  @Test
  void whatALibraryStartsItselfIsANote() {
    for (StartSite.Factory factory : StartSite.Factory.values()) {
      Verdict verdict = judge(starts, at(0).start(start(factory, 10, 10)).alone()).get(0);
      boolean note =
          factory == StartSite.Factory.NEW_THREAD || factory == StartSite.Factory.HTTP_CLIENT;
      Verdict there = starts.inLibrary(verdict, "org.apache.hadoop");
      assertThat(there.severity()).isEqualTo(note ? Severity.INFO : Severity.WARNING);
      assertThat(there.evidence()).containsEntry("inLibrary", "org.apache.hadoop");
    }
  }

  @Test
  void tenCompensationStartsAreThreadPerTask() {
    StartSite.Factory factory = StartSite.Factory.COMPENSATION;
    assertThat(judge(starts, at(0).start(start(factory, 10, 0)).alone())).hasSize(1);
    assertThat(judge(starts, at(0).start(start(factory, 9, 0)).alone())).isEmpty();
  }

  private static Timeline pins(long count, double eachSeconds, int java) {
    String reason = java < 24 ? "a monitor is held" : "Native or VM frame on stack";
    return during(
        11,
        s ->
            at(s)
                .java(java)
                .pinned(
                    new PinnedSite(
                        SITE,
                        "Thread.sleep",
                        reason,
                        (long) (s * count / 10),
                        (long) (s * count / 10 * eachSeconds * SECOND))));
  }

  @Test
  void tenPinsInTenSecondsAreAFindingWithTheRemedyOfThatJava() {
    assertThat(judge(pinned, pins(10, 0.05, 21)))
        .singleElement()
        .satisfies(
            v -> {
              assertThat(v.title())
                  .isEqualTo(
                      "Virtual threads hold on to their carriers in Thread.sleep(): 10 times in 10"
                          + " s, 50 ms each, 3 % of 2 carriers");
              assertThat(v.remedy()).contains("ReentrantLock");
            });
    assertThat(judge(pinned, pins(10, 0.05, 25)))
        .singleElement()
        .satisfies(v -> assertThat(v.remedy()).doesNotContain("ReentrantLock"));
    assertThat(judge(pinned, pins(9, 0.05, 21))).isEmpty();
  }

  private static BuildSite built(long built, long perCall) {
    return new BuildSite(SITE, "java.util.concurrent.ThreadPoolExecutor", built, perCall, 7, 21);
  }

  @Test
  void tenExecutorsForOneCallEachAreFound() {
    List<Verdict> verdicts = judge(builds, at(0).built(built(12, 10)).alone());
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).evidence())
        .contains(entry("built", 12L), entry("alive", 7L), entry("threadsHeld", 21L));
  }

  @Test
  void onePoolPerTenantAtStartIsFine() {
    assertThat(judge(builds, at(0).built(built(500, 9)).alone())).isEmpty();
    assertThat(judge(builds, at(0).built(built(9, 9)).alone())).isEmpty();
    assertThat(judge(builds, during(66, s -> at(s).built(built(500, 500))))).isEmpty();
  }
}
