package dev.snarl.hypotheses;

import static dev.snarl.hypotheses.HypothesesTest.healthy;
import static dev.snarl.hypotheses.HypothesesTest.minute;
import static dev.snarl.hypotheses.HypothesesTest.one;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.rules.Snapshots;
import dev.snarl.snapshot.ConnectionPool;
import dev.snarl.snapshot.Connector;
import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Host.Cgroup;
import dev.snarl.snapshot.Host.Children;
import dev.snarl.snapshot.Host.Cpu;
import dev.snarl.snapshot.Host.CpuQuota;
import dev.snarl.snapshot.Host.Listener;
import dev.snarl.snapshot.Host.Network;
import dev.snarl.snapshot.Host.OpenFiles;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Profile;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Vitals;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/** What the host proves or refutes. */
class HostHypothesesTest {
  private static Answer answer(String id, DoubleFunction<Host> host) {
    return one(id, timeline(host)).answer();
  }

  private static Timeline timeline(DoubleFunction<Host> host) {
    return minute(
        second ->
            Snapshots.at(second)
                .pool(healthy(second))
                .vitals(new Vitals(Memory.NONE, host.apply(second), Profile.NONE)));
  }

  private static Host files(long open, long limit) {
    return host(new OpenFiles(open, limit), Cpu.NONE, Cgroup.NONE, Network.NONE, Children.NONE);
  }

  private static Host cpu(double machine) {
    return host(
        new OpenFiles(-1, -1),
        new Cpu(machine / 2, machine, 0, 1, 0, 1),
        Cgroup.NONE,
        Network.NONE,
        Children.NONE);
  }

  private static Host network(long overflows, int others, Listener... listeners) {
    return host(
        new OpenFiles(-1, -1),
        Cpu.NONE,
        Cgroup.NONE,
        new Network(overflows, overflows, others, List.of(listeners), List.of(), true, true, null),
        Children.NONE);
  }

  private static Host group(CpuQuota... quotas) {
    return host(
        new OpenFiles(-1, -1),
        Cpu.NONE,
        new Cgroup(2, List.of(quotas), 1, Host.UNLIMITED, 0),
        Network.NONE,
        Children.NONE);
  }

  private static Host children(long alive, long pipes) {
    return host(
        new OpenFiles(-1, -1),
        Cpu.NONE,
        Cgroup.NONE,
        Network.NONE,
        new Children(alive, 0, pipes, List.of()));
  }

  private static Host host(
      OpenFiles files, Cpu cpu, Cgroup cgroup, Network network, Children children) {
    return new Host(files, -1, List.of(), cpu, cgroup, network, children, List.of(), List.of());
  }

  private static ConnectionPool database(int active, int pending, long timeouts) {
    return new ConnectionPool(
        "db",
        "HikariCP",
        true,
        null,
        10,
        active,
        10 - active,
        10,
        10,
        pending,
        0,
        false,
        timeouts,
        List.of(),
        List.of(),
        0,
        null);
  }

  @Test
  void fileDescriptorsAreJudgedByTheirLimit() {
    assertThat(answer("file-descriptors", s -> files(950, 1_000))).isEqualTo(Answer.TRUE);
    assertThat(answer("file-descriptors", s -> files(850, 1_000))).isEqualTo(Answer.NOT_SEEN);
    assertThat(answer("file-descriptors", s -> files(100, 1_000))).isEqualTo(Answer.FALSE);
    assertThat(answer("file-descriptors", s -> files(100, -1))).isEqualTo(Answer.NOT_SEEN);
  }

  @Test
  void theProcessorsAreBusyOrTheyAreNot() {
    assertThat(answer("cpu-saturated", s -> cpu(0.97))).isEqualTo(Answer.TRUE);
    assertThat(answer("cpu-saturated", s -> cpu(0.8))).isEqualTo(Answer.NOT_SEEN);
    assertThat(answer("cpu-saturated", s -> cpu(0.2))).isEqualTo(Answer.FALSE);
    assertThat(answer("cpu-saturated", s -> Host.NONE)).isEqualTo(Answer.NOT_SEEN);
  }

  @Test
  void aQuotaThrottlesOrItDoesNot() {
    assertThat(answer("cpu-throttled", s -> group())).isEqualTo(Answer.FALSE);
    assertThat(
            answer(
                "cpu-throttled",
                s -> group(new CpuQuota("/a", 2, (long) (10 * s), (long) (5 * s), 0))))
        .isEqualTo(Answer.TRUE);
    assertThat(answer("cpu-throttled", s -> group(new CpuQuota("/a", 2, (long) (10 * s), 0, 0))))
        .isEqualTo(Answer.FALSE);
    assertThat(answer("cpu-throttled", s -> group(new CpuQuota("/a", 2, 0, 0, 0))))
        .isEqualTo(Answer.NOT_SEEN);
  }

  @Test
  void listenQueuesThatDoNotOverflowAreRefuted() {
    Listener calm = new Listener("*", 8080, 0, Map.of("established", 5L), 0);
    assertThat(answer("accept-queue", s -> network(7, 0, calm))).isEqualTo(Answer.FALSE);
    assertThat(answer("accept-queue", s -> network((long) s, 3, calm))).isEqualTo(Answer.NOT_SEEN);
    assertThat(answer("accept-queue", s -> network(7, 0, new Listener("*", 80, 50, Map.of(), 0))))
        .isEqualTo(Answer.NOT_SEEN);
  }

  @Test
  void aConnectorThatHoldsAllItMayAcceptsNoMore() {
    Connector full = new Connector("http-nio-8080", 8080, 100, 100, 100, 10, 10, 200);
    assertThat(
            one("accept-queue", timeline(s -> Host.NONE.with(List.of(), List.of(full)))).answer())
        .isEqualTo(Answer.TRUE);
  }

  @Test
  void connectionsThatStandStillAreSuspiciousAndNoProof() {
    Hypothesis still =
        one(
            "front-proxy-limit",
            timeline(
                s -> network(0, 0, new Listener("*", 8080, 0, Map.of("established", 384L), 0))));
    assertThat(still.answer()).isEqualTo(Answer.NOT_SEEN);
    assertThat(still.number()).isEqualTo("suspicious: connections to port 8080 stand still at 384");
    Hypothesis moving =
        one(
            "front-proxy-limit",
            timeline(
                s ->
                    network(
                        0,
                        0,
                        new Listener("*", 8080, 0, Map.of("established", 300 + (long) s), 0))));
    assertThat(moving.number()).isEqualTo("300 to 360 connections to port 8080");
  }

  @Test
  void databaseConnectionsAreRefutedOnlyWhereAPoolIsKnown() {
    assertThat(answer("database-connections", s -> Host.NONE)).isEqualTo(Answer.NOT_SEEN);
    assertThat(
            answer(
                "database-connections", s -> Host.NONE.with(List.of(database(3, 0, 0)), List.of())))
        .isEqualTo(Answer.FALSE);
    assertThat(
            answer(
                "database-connections",
                s -> Host.NONE.with(List.of(database(10, s == 20 ? 4 : 0, 0)), List.of())))
        .isEqualTo(Answer.NOT_SEEN);
    assertThat(
            answer(
                "database-connections",
                s -> Host.NONE.with(List.of(database(10, 0, (long) s)), List.of())))
        .isEqualTo(Answer.NOT_SEEN);
  }

  @Test
  void streamsThatPileUpAreProvedAndThoseOfLivingChildrenAreNot() {
    assertThat(answer("unclosed-processes", s -> children(2, 6 + (long) s))).isEqualTo(Answer.TRUE);
    assertThat(
            answer("unclosed-processes", s -> children(s % 2 == 0 ? 12 : 2, s % 2 == 0 ? 36 : 6)))
        .isEqualTo(Answer.FALSE);
    assertThat(answer("unclosed-processes", s -> children((long) s, 3 * (long) s)))
        .isEqualTo(Answer.FALSE);
    assertThat(answer("unclosed-processes", s -> children(0, 1))).isEqualTo(Answer.NOT_SEEN);
    assertThat(answer("unclosed-processes", s -> Host.NONE)).isEqualTo(Answer.NOT_SEEN);
  }
}
