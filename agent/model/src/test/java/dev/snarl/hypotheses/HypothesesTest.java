package dev.snarl.hypotheses;

import static dev.snarl.rules.Snapshots.SECOND;
import static dev.snarl.rules.Snapshots.aPool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import dev.snarl.rules.Snapshots;
import dev.snarl.rules.Snapshots.PoolBuilder;
import dev.snarl.snapshot.CarrierQueue;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Coroutines;
import dev.snarl.snapshot.Crowds;
import dev.snarl.snapshot.Crowds.Holder;
import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.LibraryUse;
import dev.snarl.snapshot.LibraryUse.ClientSite;
import dev.snarl.snapshot.LibraryUse.ConsumerSite;
import dev.snarl.snapshot.StartSite;
import dev.snarl.snapshot.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What work alone proves or refutes; the host, memory and the proxy have tests of their own. */
class HypothesesTest {
  static Timeline minute(DoubleFunction<Snapshots> each) {
    return Snapshots.during(60, each);
  }

  static Hypothesis one(String id, Timeline timeline, Finding... findings) {
    return Hypotheses.judge(timeline, List.of(findings)).stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  static Finding finding(String rule, Severity severity, Map<String, Object> evidence) {
    Instant now = Snapshots.START;
    return new Finding(
        rule,
        severity,
        "app",
        "com.acme.A.b(A.java:1)",
        "title of " + rule,
        now,
        now,
        1,
        evidence,
        Map.of(),
        "remedy",
        "docs/findings/" + rule + ".md",
        "id-" + rule,
        false);
  }

  /** Ten threads that do ten tasks a second, each at once. */
  static PoolBuilder healthy(double second) {
    return aPool(1)
        .sizes(10, 10, 10)
        .completed((long) (10 * second))
        .activity(0, (long) (4 * second))
        .timed(100, 0, 0.1);
  }

  private static Timeline healthy() {
    return minute(second -> Snapshots.at(second).pool(healthy(second)));
  }

  private static Timeline idle() {
    return minute(second -> Snapshots.at(second).pool(aPool(1)));
  }

  @Test
  void workThatGoesWellRefutesWhatWorkCanRefute() {
    for (String id :
        List.of(
            "pool-too-small",
            "unbounded-queue",
            "rejections",
            "starvation-deadlock",
            "lock-deadlock",
            "lock-contention",
            "lock-held-in-io",
            "two-threads-per-job",
            "thread-per-task")) {
      Hypothesis judged = one(id, healthy());
      assertThat(judged.answer()).as("%s", judged).isEqualTo(Answer.FALSE);
      assertThat(judged.number()).isNotBlank();
    }
  }

  @Test
  void whereNothingWasDoneNothingAboutWorkIsRefuted() {
    for (String id :
        List.of(
            "pool-too-small",
            "rejections",
            "starvation-deadlock",
            "lock-deadlock",
            "lock-contention",
            "lock-held-in-io",
            "late-timers",
            "hung-call",
            "two-threads-per-job",
            "thread-per-task",
            "blocked-event-loop")) {
      assertThat(one(id, idle()).answer()).as(id).isEqualTo(Answer.NOT_SEEN);
    }
  }

  @Test
  void whatWasNotReadIsNotSeen() {
    Timeline nothing = minute(second -> Snapshots.at(second).java(25));
    assertThat(Hypotheses.judge(nothing, List.of()))
        .allSatisfy(each -> assertThat(each.answer()).isEqualTo(Answer.NOT_SEEN));
  }

  @Test
  void anAgentThatHasJustComeRefutesNothing() {
    Timeline young = Snapshots.during(4, second -> Snapshots.at(second).pool(healthy(second * 10)));
    Hypothesis judged = one("two-threads-per-job", young);
    assertThat(judged.answer()).isEqualTo(Answer.NOT_SEEN);
    assertThat(judged.number()).contains("only run for 4 s");
  }

  @Test
  void aFindingThatStandsForAnotherProvesWhatThatOneWould() {
    Finding pair =
        finding(
            "async-blocking-pair",
            Severity.WARNING,
            Map.of("also", Map.of("rule", "submit-and-wait", "waits", 30)));
    Hypothesis judged = one("one-by-one", idle(), pair);
    assertThat(judged.answer()).isEqualTo(Answer.TRUE);
    assertThat(judged.findings()).containsExactly(pair.id());
    assertThat(one("built-per-call", idle(), pair).answer()).isNotEqualTo(Answer.TRUE);
  }

  @Test
  void anOpenFindingProvesItAndNamesTheLine() {
    Map<String, String> rules =
        Map.ofEntries(
            Map.entry("two-threads-per-job", "async-blocking-pair"),
            Map.entry("thread-per-task", "thread-per-task"),
            Map.entry("starvation-deadlock", "pool-deadlock"),
            Map.entry("lock-deadlock", "lock-deadlock"),
            Map.entry("late-timers", "late-timer"),
            Map.entry("hung-call", "stuck-task"),
            Map.entry("rejections", "tasks-rejected"),
            Map.entry("blocked-event-loop", "blocking-in-coroutine"),
            Map.entry("gc-heap", "heap-pressure"),
            Map.entry("metaspace", "metaspace-limit"),
            Map.entry("virtual-thread-pinning", "virtual-thread-pinned"),
            Map.entry("unbounded-queue", "unbounded-queue"),
            Map.entry("one-by-one", "serial-blocking"));
    rules.forEach(
        (id, rule) -> {
          Hypothesis judged = one(id, healthy(), finding(rule, Severity.WARNING, Map.of()));
          assertThat(judged.answer()).as(id).isEqualTo(Answer.TRUE);
          assertThat(judged.look()).isEqualTo("com.acme.A.b(A.java:1)");
          assertThat(judged.findings()).containsExactly("id-" + rule);
        });
  }

  @Test
  void aFindingForInformationProvesNothing() {
    Hypothesis judged =
        one("unbounded-queue", healthy(), finding("unbounded-queue", Severity.INFO, Map.of()));
    assertThat(judged.answer()).isEqualTo(Answer.FALSE);
  }

  @Test
  void aMaximumThatIsNeverReachedIsSaidAndRefutedWhileNothingWaits() {
    Timeline timeline =
        minute(second -> Snapshots.at(second).pool(healthy(second).sizes(5, 5, 200)));
    Hypothesis judged = one("unbounded-queue", timeline);
    assertThat(judged.answer()).isEqualTo(Answer.FALSE);
    assertThat(judged.number()).contains("stays at 5 threads").contains("200 is never reached");
  }

  @Test
  void aSaturatedPoolIsTooSmallOnlyIfMoreThreadsWouldHelp() {
    Timeline busy = healthy();
    assertThat(one("pool-too-small", busy, saturated("threads")).answer()).isEqualTo(Answer.TRUE);
    assertThat(one("pool-too-small", busy, saturated("backlog")).answer()).isEqualTo(Answer.TRUE);
    assertThat(one("pool-too-small", busy, saturated("cpu")).answer()).isEqualTo(Answer.FALSE);
    Hypothesis others = one("pool-too-small", busy, saturated("others"));
    assertThat(others.answer()).isEqualTo(Answer.FALSE);
    assertThat(others.number()).contains("more threads would not help");
    assertThat(
            one("pool-too-small", busy, finding("pool-saturated", Severity.WARNING, Map.of()))
                .answer())
        .isEqualTo(Answer.NOT_SEEN);
  }

  @Test
  void aPoolThatStartsAThreadForEachTaskIsNotTheBusiest() {
    for (int threads : new int[] {0, 10}) {
      Timeline timeline =
          minute(
              second ->
                  Snapshots.at(second)
                      .pool(healthy(second).sizes(threads, 0, 40).growing())
                      .pool(
                          aPool(2)
                              .sizes(3, 0, Integer.MAX_VALUE)
                              .growing()
                              .completed((long) second)
                              .activity(0, (long) (4 * second))));
      assertThat(one("pool-too-small", timeline).number())
          .startsWith("busiest pool pool-1: " + threads + " of 40 threads busy");
    }
  }

  @Test
  void aMaximumThatIsNeverReachedIsTheCauseOfAPoolThatIsTooSmall() {
    Timeline timeline =
        minute(
            second ->
                Snapshots.at(second)
                    .pool(healthy(second).sizes(5, 5, 200).queued(300).timed(100, 0.5, 0.1)));
    assertThat(one("unbounded-queue", timeline).answer()).isEqualTo(Answer.NOT_SEEN);
    Hypothesis judged = one("unbounded-queue", timeline, saturated("backlog"));
    assertThat(judged.answer()).isEqualTo(Answer.TRUE);
    assertThat(judged.number()).contains("stays at 5 threads");
    assertThat(one("unbounded-queue", timeline, saturated("others")).answer())
        .isEqualTo(Answer.NOT_SEEN);
  }

  @Test
  void whatTheCallerRanItselfWasNotRefused() {
    for (boolean callerRuns : List.of(true, false)) {
      Timeline timeline =
          minute(
              second ->
                  Snapshots.at(second).pool(healthy(second).rejected((long) second, callerRuns)));
      Hypothesis judged = one("rejections", timeline);
      assertThat(judged.answer()).isEqualTo(callerRuns ? Answer.FALSE : Answer.NOT_SEEN);
      assertThat(judged.number().contains("60 ran on the caller's thread")).isEqualTo(callerRuns);
    }
  }

  @Test
  void clientsBuiltNowAndThenLeaveItOpenAndNoneRefuteIt() {
    assertThat(one("built-per-call", healthy()).answer()).isEqualTo(Answer.FALSE);
    assertThat(one("built-per-call", idle()).answer()).isEqualTo(Answer.NOT_SEEN);
    Timeline some =
        minute(
            second ->
                Snapshots.at(second)
                    .pool(healthy(second))
                    .libraries(
                        new LibraryUse(
                            List.of(
                                new ClientSite("s", "okhttp3.OkHttpClient", (long) second / 10)),
                            List.of(),
                            List.of(),
                            List.of())));
    Hypothesis judged = one("built-per-call", some);
    assertThat(judged.answer()).isEqualTo(Answer.NOT_SEEN);
    assertThat(judged.number()).startsWith("6 clients of the libraries that are known");
  }

  @Test
  void aConsumerThatSeldomWaitsOneByOneRefutesIt() {
    assertThat(one("one-by-one", healthy()).answer()).isEqualTo(Answer.NOT_SEEN);
    assertThat(one("one-by-one", consumer(0.1)).answer()).isEqualTo(Answer.FALSE);
    assertThat(one("one-by-one", consumer(0.6)).answer()).isEqualTo(Answer.NOT_SEEN);
  }

  private static Timeline consumer(double share) {
    return minute(
        second ->
            Snapshots.at(second)
                .libraries(
                    new LibraryUse(
                        List.of(),
                        List.of(
                            new ConsumerSite(
                                1,
                                "consumer-#",
                                "redis.clients.jedis.Jedis",
                                "s",
                                "call",
                                "socket",
                                (long) (share * second * SECOND),
                                (long) second,
                                1,
                                0,
                                0)),
                        List.of(),
                        List.of())));
  }

  @Test
  void coroutinesThatStayInTheirScopeRefuteThatTheyLeaveIt() {
    assertThat(one("detached-coroutines", healthy()).answer()).isEqualTo(Answer.NOT_SEEN);
    assertThat(one("detached-coroutines", coroutines(0)).answer()).isEqualTo(Answer.FALSE);
    assertThat(one("detached-coroutines", coroutines(10)).answer()).isEqualTo(Answer.NOT_SEEN);
  }

  private static Timeline coroutines(long roots) {
    return minute(
        second -> {
          long now = (long) (roots * second / 60);
          return Snapshots.at(second)
              .coroutines((long) (10 * second), (long) (10 * second))
              .detached(new Coroutines.Detached("s", "p", now, now, 0, 0, "Dispatchers.IO", 0));
        });
  }

  private static Finding saturated(String limitedBy) {
    return finding(
        "pool-saturated", Severity.WARNING, Map.of("pool", "pool-1", "limitedBy", limitedBy));
  }

  @Test
  void tasksThatWaitLongWithoutAFindingLeaveItOpen() {
    Timeline late =
        minute(
            second -> Snapshots.at(second).pool(healthy(second).timed(100, 0.5, 0.1).saturated(2)));
    assertThat(one("pool-too-small", late).answer()).isEqualTo(Answer.NOT_SEEN);
  }

  @Test
  void aLongQueueWhoseWaitNobodyMeasuredLeavesItOpen() {
    Timeline unmeasured =
        minute(
            second ->
                Snapshots.at(second)
                    .pool(
                        aPool(1)
                            .sizes(10, 10, 10)
                            .queued(500)
                            .completed((long) (10 * second))
                            .activity(0, (long) (4 * second))));
    assertThat(one("pool-too-small", unmeasured).answer()).isEqualTo(Answer.NOT_SEEN);
  }

  @Test
  void coroutinesThatWaitForAThreadLeaveItOpen() {
    for (int queued : List.of(0, 1_000)) {
      Timeline timeline =
          minute(
              second ->
                  Snapshots.at(second)
                      .pool(healthy(second))
                      .view(new Coroutines.View("Dispatchers.IO", 64, 64, queued, 0)));
      assertThat(one("pool-too-small", timeline).answer())
          .isEqualTo(queued == 0 ? Answer.FALSE : Answer.NOT_SEEN);
    }
  }

  @Test
  void locksAreProvedAndRefutedBySamplesOfBusyThreads() {
    String lock = "java.util.concurrent.locks.ReentrantLock.lock at a.B.c(B.java:1)";
    for (String in : List.of(lock, "a monitor at a.B.c at a.B.c(B.java:1)")) {
      Timeline contended =
          minute(
              second ->
                  Snapshots.at(second).pool(healthy(second).activity(0, (long) (4 * second), in)));
      assertThat(one("lock-contention", contended).answer()).as(in).isEqualTo(Answer.TRUE);
    }
  }

  /** So many threads queue for a lock, while its owner waits in this. */
  private static Timeline queue(double threads, String blockedIn, @Nullable String input) {
    String site = "com.acme.Store.put(Store.java:12)";
    Holder holder = new Holder("w-#", site, blockedIn, input, 9, false);
    return minute(
        second -> {
          long nanos = (long) (threads * second * SECOND);
          LockQueue queue =
              new LockQueue(
                  "com.acme.Store.put",
                  "com.acme.Store",
                  true,
                  site,
                  "a monitor at com.acme.Store.put",
                  3,
                  nanos,
                  input == null ? 0 : nanos,
                  9,
                  List.of(),
                  holder);
          return Snapshots.at(second)
              .pool(healthy(second))
              .crowds(new Crowds(List.of(queue), List.of(), List.of()));
        });
  }

  @Test
  void aLockIsHeldDuringIoOnceAThreadWaitsForItAllTheTime() {
    String read = "java.net.Socket$SocketInputStream.read";
    Hypothesis held = one("lock-held-in-io", queue(1.5, read, "socket"));
    assertThat(held.answer()).as("%s", held).isEqualTo(Answer.TRUE);
    assertThat(held.number()).contains("1.5 threads").contains("SocketInputStream.read");
    assertThat(held.look()).isEqualTo("com.acme.Store.put(Store.java:12)");
    assertThat(one("lock-held-in-io", queue(0.5, read, "socket")).answer())
        .isEqualTo(Answer.NOT_SEEN);
  }

  @Test
  void aLockWhoseOwnerSleepsOrComputesIsNotHeldDuringIo() {
    assertThat(one("lock-held-in-io", queue(5, "java.lang.Thread.sleep", null)).answer())
        .isEqualTo(Answer.FALSE);
  }

  @Test
  void timeHeldTwiceWithoutAFindingLeavesItOpen() {
    Timeline pairs =
        minute(
            second ->
                Snapshots.at(second)
                    .pool(healthy(second))
                    .pair(
                        new DoubleHeld(
                            "a",
                            "b",
                            "p",
                            "q",
                            "get",
                            "read",
                            "pool",
                            1,
                            (long) (second / 20 * SECOND),
                            (long) (second * SECOND),
                            "t",
                            "u",
                            Certainty.PROVED)));
    Hypothesis judged = one("two-threads-per-job", pairs);
    assertThat(judged.answer()).isEqualTo(Answer.NOT_SEEN);
    assertThat(judged.number()).startsWith("3 s");
  }

  @Test
  void threadsThatEndYoungLeaveThreadPerTaskOpen() {
    Timeline starts =
        minute(
            second ->
                Snapshots.at(second)
                    .start(
                        new StartSite(
                            "s",
                            StartSite.Factory.NEW_THREAD,
                            "t-#",
                            null,
                            (long) second,
                            (long) (0.8 * second),
                            0,
                            1)));
    Hypothesis judged = one("thread-per-task", starts);
    assertThat(judged.answer()).isEqualTo(Answer.NOT_SEEN);
    assertThat(judged.number()).contains("1 threads started a second", "0.8 a second ended young");
  }

  @Test
  void anEventLoopThatDoesNotBlockIsRefuted() {
    Coroutines.Blocking short_ =
        new Coroutines.Blocking("s", "in", "Dispatchers.Default", false, 2, 1, 1, 1_000_000, 0);
    Timeline loop =
        minute(
            second ->
                Snapshots.at(second)
                    .pool(aPool(1).kind(dev.snarl.snapshot.Pool.Kind.EVENT_LOOP))
                    .blocking(short_));
    assertThat(one("blocked-event-loop", loop).answer()).isEqualTo(Answer.FALSE);
  }

  @Test
  void aJavaWithoutVirtualThreadsCannotPinThem() {
    assertThat(one("virtual-thread-pinning", healthy()).answer()).isEqualTo(Answer.FALSE);
    Timeline java25 = minute(second -> Snapshots.at(second).java(25).pool(healthy(second)));
    assertThat(one("virtual-thread-pinning", java25).answer()).isEqualTo(Answer.NOT_SEEN);
  }

  @Test
  void aPinThatGoesOnIsSeenBeforeTheRecorderTellsOfIt() {
    CarrierQueue.Holder pinned = new CarrierQueue.Holder("A.a(A.java:1)", "Thread.sleep", 2);
    CarrierQueue queue = new CarrierQueue(2_000_000_000L, 5, 2, 2, List.of(pinned), false);
    Timeline stuck =
        minute(second -> Snapshots.at(second).java(25).pool(healthy(second)).carriers(queue));
    assertThat(one("virtual-thread-pinning", stuck).answer()).isEqualTo(Answer.TRUE);
  }

  /** Surefire runs in the module's folder, agent/model. */
  @Test
  void thePageNamesEveryHypothesisAndEveryPageIsThere() throws IOException {
    Path root = Path.of("..", "..");
    String page = Files.readString(root.resolve("docs/hypotheses.md"));
    Set<String> ids = new HashSet<>();
    for (Suspicion suspicion : Hypotheses.ALL) {
      assertThat(ids.add(suspicion.id())).as(suspicion.id()).isTrue();
      assertThat(page).contains("| `" + suspicion.id() + "` | " + suspicion.claim());
      assertThat(root.resolve(suspicion.doc())).isRegularFile();
    }
    assertThat(Files.readString(root.resolve("README.md")))
        .contains("why is it slow: " + Hypotheses.ALL.size() + " suspicions");
  }
}
