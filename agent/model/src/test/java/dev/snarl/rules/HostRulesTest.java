package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.during;
import static dev.snarl.rules.Snapshots.judge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.ConnectionPool;
import dev.snarl.snapshot.ConnectionPool.Holding;
import dev.snarl.snapshot.Doing;
import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Host.Cgroup;
import dev.snarl.snapshot.Host.CpuQuota;
import dev.snarl.snapshot.Host.Listener;
import dev.snarl.snapshot.Host.Network;
import dev.snarl.snapshot.Host.OpenFiles;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.snapshot.Profile;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Vitals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

class HostRulesTest {
  private static final String SITE = "com.acme.Orders.load(Orders.java:31)";

  private static Host files(long open, long limit) {
    return host(new OpenFiles(open, limit), List.of(), Cgroup.NONE, Network.NONE, List.of());
  }

  private static Host threads(String scope, long used, long limit) {
    return host(
        Host.NONE.files(),
        List.of(new Host.ThreadLimit(scope, used, limit)),
        Cgroup.NONE,
        Network.NONE,
        List.of());
  }

  private static Host throttled(double periods, double throttled) {
    CpuQuota quota =
        new CpuQuota("/", 0.5, (long) periods, (long) throttled, (long) (throttled * 4e7));
    return host(
        Host.NONE.files(),
        List.of(),
        new Cgroup(2, List.of(quota), -1, -1, -1),
        Network.NONE,
        List.of());
  }

  private static Host dropped(double drops, int others, Listener... listeners) {
    Network network =
        new Network(
            (long) drops, (long) drops, others, List.of(listeners), List.of(), true, true, null);
    return host(Host.NONE.files(), List.of(), Cgroup.NONE, network, List.of());
  }

  private static Host connections(
      int active, int max, int pending, double pendingSeconds, double timeouts) {
    return connections(active, max, pending, pendingSeconds, timeouts, false, 0);
  }

  private static Host connections(
      int active,
      int max,
      int pending,
      double pendingSeconds,
      double timeouts,
      boolean briefly,
      int nested) {
    ConnectionPool pool =
        new ConnectionPool(
            "HikariPool-1",
            "HikariCP",
            true,
            "com.acme.Db.open(Db.java:9)",
            active,
            active,
            0,
            max,
            max,
            pending,
            pendingSeconds,
            briefly,
            (long) timeouts,
            pending > 0 || timeouts >= 1 ? List.of(new SiteCount(SITE, 9)) : List.of(),
            List.of(
                new Holding(
                    new Doing("java.net.Socket.read", "com.acme.Report.run(R.java:5)", "socket"),
                    4)),
            nested,
            null);
    return host(Host.NONE.files(), List.of(), Cgroup.NONE, Network.NONE, List.of(pool));
  }

  private static Host host(
      OpenFiles files,
      List<Host.ThreadLimit> limits,
      Cgroup cgroup,
      Network network,
      List<ConnectionPool> pools) {
    return new Host(
        files, 80, limits, Host.Cpu.NONE, cgroup, network, Host.Children.NONE, pools, List.of());
  }

  private static Snapshots with(double second, Host host) {
    return at(second).vitals(new Vitals(Memory.NONE, host, Profile.NONE));
  }

  /** Thinned with age, as the agent keeps them. */
  private static Timeline longer(double seconds, DoubleFunction<Host> host) {
    List<Snapshot> history = new ArrayList<>();
    for (double second = 0; second <= seconds; second += second < seconds - 12 ? 5 : 0.5) {
      history.add(with(second, host.apply(second)).build());
    }
    return new Timeline(history);
  }

  @Test
  void nineTenthsOfTheProcessesOwnFilesAreAFinding() {
    Verdict verdict = judge(new FdLimit(), with(1, files(950, 1_024)).alone()).get(0);
    assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
    assertThat(verdict.title()).isEqualTo("950 of 1,024 file descriptors are open (93 %)");
    assertThat(verdict.evidence()).containsEntry("open", 950L).containsEntry("limit", 1_024L);
  }

  @Test
  void fewerFilesOrAnUnknownOrNoLimitAreNone() {
    // The shell's limit is 1,024; the JVM has raised its own.
    assertThat(judge(new FdLimit(), with(1, files(786, 1_048_576)).alone())).isEmpty();
    assertThat(judge(new FdLimit(), with(1, files(900, 1_024)).alone())).isEmpty();
    assertThat(judge(new FdLimit(), with(1, files(-1, 1_024)).alone())).isEmpty();
    assertThat(judge(new FdLimit(), with(1, files(9_000, -1)).alone())).isEmpty();
    assertThat(judge(new FdLimit(), with(1, files(9_000, Host.UNLIMITED)).alone())).isEmpty();
  }

  @Test
  void nineTenthsOfAControlGroupsTasksAreAFinding() {
    Verdict verdict =
        judge(new ThreadLimit(), with(1, threads("cgroup /", 93, 100)).alone()).get(0);
    assertThat(verdict.title())
        .isEqualTo(
            "93 of 100 threads and processes that the cgroup / may have (93 %);"
                + " this process has 80");
    assertThat(verdict.remedy()).contains("pids.max").contains("bound those pools");
  }

  @Test
  void whereOthersHaveTheThreadsItSaysSo() {
    Verdict verdict =
        judge(new ThreadLimit(), with(1, threads("user", 3_900, 4_096)).alone()).get(0);
    assertThat(verdict.remedy()).contains("Most of them are not this process's");
  }

  @Test
  void manyThreadsWithoutALimitAreNone() {
    assertThat(judge(new ThreadLimit(), with(1, threads("cgroup /", 5_000, -1)).alone())).isEmpty();
    assertThat(
            judge(new ThreadLimit(), with(1, threads("cgroup /", 5_000, Host.UNLIMITED)).alone()))
        .isEmpty();
    assertThat(judge(new ThreadLimit(), with(1, threads("user", 89, 100)).alone())).isEmpty();
  }

  @Test
  void aFifthOfThePeriodsOfAMinuteThrottledIsAFinding() {
    Verdict verdict = judge(new CpuThrottled(), longer(70, t -> throttled(10 * t, 3 * t))).get(0);
    assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
    assertThat(verdict.title())
        .startsWith("Throttled in 30 % of the CPU periods of ")
        .endsWith("the quota of 0.5 processors is used up before they end");
    assertThat(verdict.evidence())
        .containsEntry("throttledShare", 0.3)
        .containsEntry("quotaProcessors", 0.5);
  }

  @Test
  void lessThrottlingOrTooShortOrOverIsNone() {
    assertThat(judge(new CpuThrottled(), longer(70, t -> throttled(10 * t, t)))).isEmpty();
    // Half a minute old: not yet.
    assertThat(judge(new CpuThrottled(), longer(30, t -> throttled(10 * t, 9 * t)))).isEmpty();
    // Throttled while it started, and quiet since.
    assertThat(judge(new CpuThrottled(), longer(70, t -> throttled(10 * t, Math.min(9 * t, 225)))))
        .isEmpty();
    // Throttled whenever it runs, but it hardly runs.
    assertThat(judge(new CpuThrottled(), longer(70, t -> throttled(t, t)))).isEmpty();
    assertThat(judge(new CpuThrottled(), longer(70, t -> Host.NONE))).isEmpty();
  }

  @Test
  void droppedConnectionsAreAWarningOnlyForWhoListensAlone() {
    Listener listener = new Listener("::", 8080, 50, Map.of(), 0);
    Verdict alone =
        judge(new AcceptOverflow(), longer(40, t -> dropped(100 + t, 0, listener))).get(0);
    assertThat(alone.severity()).isEqualTo(Severity.WARNING);
    assertThat(alone.evidence())
        .containsEntry("drops", 40L)
        .containsEntry(
            "listeners",
            List.of(Map.of("address", "::)8080".replace(')', ':'), "longestQueue", 50L)));

    for (int others : new int[] {-1, 3}) {
      Verdict shared =
          judge(new AcceptOverflow(), longer(40, t -> dropped(t, others, listener))).get(0);
      assertThat(shared.severity()).isEqualTo(Severity.INFO);
      assertThat(shared.title()).contains("others listen in this network namespace too");
    }
  }

  @Test
  void aSaturatedPoolSaysWhetherTheProcessCallsItself() {
    assertThat(
            saturated(
                    new Listener("::", 8080, 0, Map.of(), 2), new Listener("::", 9, 0, Map.of(), 1))
                .title())
        .endsWith("no task has ended for 12 s; this JVM has 2 connections to its own port 8080");
    assertThat(saturated(new Listener("::", 8080, 0, Map.of(), 2)).evidence())
        .containsEntry("ownPort", 8080)
        .containsEntry("ownConnections", 2L);
    assertThat(saturated(new Listener("::", 8080, 0, Map.of(), 2)).remedy())
        .startsWith("If its tasks serve port 8080, a call to that port waits behind its own caller")
        .contains("Look at what its threads do");
    for (Verdict other :
        List.of(saturated(), saturated(new Listener("::", 8080, 0, Map.of(), 1)))) {
      assertThat(other.title()).endsWith("no task has ended for 12 s");
      assertThat(other.evidence()).doesNotContainKey("ownPort");
    }
  }

  private static Verdict saturated(Listener... listeners) {
    return judge(
            new PoolSaturated(),
            during(
                12,
                s ->
                    with(s, dropped(0, 0, listeners))
                        .pool(aPool(1).sizes(4, 4, 4).queued(20).saturated(s).oldest(s).stuck(s))))
        .get(0);
  }

  @Test
  void oldDropsAndThoseOfAProcessThatDoesNotListenAreNone() {
    Listener listener = new Listener("::", 8080, 0, Map.of(), 0);
    assertThat(judge(new AcceptOverflow(), longer(70, t -> dropped(172, 0, listener)))).isEmpty();
    assertThat(judge(new AcceptOverflow(), longer(70, t -> dropped(t, 4)))).isEmpty();
    // Others drop, and nobody ever waited for this one.
    assertThat(judge(new AcceptOverflow(), longer(70, t -> dropped(t, 4, listener)))).isEmpty();
    assertThat(judge(new AcceptOverflow(), longer(70, t -> Host.NONE))).isEmpty();
    // The first number that is read is no increase.
    assertThat(
            judge(
                new AcceptOverflow(),
                during(1, t -> with(t, t < 0.5 ? Host.NONE : dropped(172, 0, listener)))))
        .isEmpty();
  }

  @Test
  void callersThatWaitForTenSecondsAreAFindingWhereTheyWait() {
    Verdict verdict =
        judge(new ConnectionPoolExhausted(), during(12, t -> with(t, connections(10, 10, 4, t, 0))))
            .get(0);
    assertThat(verdict.site()).isEqualTo(SITE);
    assertThat(verdict.title())
        .isEqualTo("HikariPool-1 (HikariCP): 10 of 10 connections in use, 4 callers waiting");
    assertThat(verdict.evidence())
        .containsEntry("heldAt", List.of("java.net.Socket.read at com.acme.Report.run(R.java:5)"))
        .containsEntry("pending", 4);
    assertThat(verdict.remedy()).contains("heldAt");
  }

  @Test
  void oneCallerThatGotNoneIsAFinding() {
    Verdict verdict =
        judge(
                new ConnectionPoolExhausted(),
                during(30, t -> with(t, connections(10, 10, 0, 0, t >= 25 ? 1 : 0))))
            .get(0);
    assertThat(verdict.title()).contains("1 in ").endsWith("got none");
    assertThat(verdict.count()).isEqualTo(1);
  }

  @Test
  void callersOfWhomNoneWaitsForLongAreInformation() {
    Verdict verdict =
        judge(
                new ConnectionPoolExhausted(),
                during(12, t -> with(t, connections(10, 10, 4, t, 0, true, 0))))
            .get(0);
    assertThat(verdict.severity()).isEqualTo(Severity.INFO);
    assertThat(verdict.title()).endsWith("4 callers waiting at every look, each briefly");
  }

  @Test
  void callersThatHoldAllConnectionsWaitForOneAnother() {
    Verdict verdict =
        judge(
                new ConnectionPoolExhausted(),
                during(12, t -> with(t, connections(10, 10, 12, t, 0, false, 10))))
            .get(0);
    assertThat(verdict.title()).endsWith("12 callers waiting, which hold all of them");
    assertThat(verdict.remedy()).startsWith("Only a time-out ends this");
    assertThat(
            judge(
                new ConnectionPoolExhausted(),
                during(12, t -> with(t, connections(10, 10, 12, t, 0, false, 9)))))
        .singleElement()
        .extracting(Verdict::title)
        .asString()
        .endsWith("12 callers waiting");
  }

  @Test
  void aPoolThatCannotConnectIsNotCalledTooSmall() {
    Verdict verdict =
        judge(new ConnectionPoolExhausted(), during(12, t -> with(t, connections(0, 10, 4, 0, t))))
            .get(0);
    assertThat(verdict.remedy()).startsWith("The pool is not full");
  }

  @Test
  void aFullPoolWithoutWaitersOrWithShortWaitsIsNone() {
    assertThat(
            judge(
                new ConnectionPoolExhausted(),
                during(30, t -> with(t, connections(10, 10, 0, 0, 0)))))
        .isEmpty();
    assertThat(
            judge(
                new ConnectionPoolExhausted(),
                during(30, t -> with(t, connections(10, 10, 3, t % 5, 0)))))
        .isEmpty();
    assertThat(
            judge(
                new ConnectionPoolExhausted(),
                during(5, t -> with(t, connections(10, 10, 3, t, 0)))))
        .isEmpty();
    // It refused long before the window.
    assertThat(judge(new ConnectionPoolExhausted(), longer(70, t -> connections(1, 10, 0, 0, 7))))
        .isEmpty();
  }
}
