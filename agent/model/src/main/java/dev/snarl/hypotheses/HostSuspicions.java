package dev.snarl.hypotheses;

import dev.snarl.snapshot.ConnectionPool;
import dev.snarl.snapshot.Connector;
import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Host.CpuQuota;
import dev.snarl.snapshot.Host.Network;
import dev.snarl.snapshot.Host.ThreadLimit;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Suspicions about limits of the process: descriptors, connections, processors, children. */
final class HostSuspicions {
  /** Up to this share of a limit it is refuted as the cause. */
  private static final double ROOMY = 0.8;

  private static final double FULL = 0.9;
  private static final long WAITING_TO_BE_ACCEPTED = 10;
  private static final double THROTTLED_LITTLE = 0.05;
  private static final double THROTTLED_MUCH = 0.2;

  static final List<Suspicion> ALL =
      List.of(
          new Suspicion(
              "file-descriptors",
              "the process runs out of file descriptors",
              "ulimit -n, /proc/PID/limits",
              "docs/findings/fd-limit.md",
              List.of("fd-limit"),
              HostSuspicions::descriptors),
          new Suspicion(
              "thread-limit",
              "the process may start no more threads",
              "ulimit -u, pids.max of the control group",
              "docs/findings/thread-limit.md",
              List.of("thread-limit"),
              HostSuspicions::threads),
          new Suspicion(
              "accept-queue",
              "connections are not accepted in time",
              "ss -ltn, the connector's accept count",
              "docs/findings/accept-overflow.md",
              List.of("accept-overflow"),
              HostSuspicions::accepting),
          new Suspicion(
              "front-proxy-limit",
              "a proxy in front holds requests back at its connection limit",
              "the proxy's error log: doctor --nginx-log FILE --nginx-conf FILE",
              "docs/hypotheses.md",
              List.of(),
              ProxySuspicion::judge),
          new Suspicion(
              "cpu-saturated",
              "the processors are busy",
              "top, process_cpu_usage and system_cpu_usage",
              "docs/hypotheses.md",
              List.of(),
              ProcessorSuspicion::judge),
          new Suspicion(
              "cpu-throttled",
              "the container's CPU quota stops the process",
              "cpu.stat of the control group",
              "docs/findings/cpu-throttled.md",
              List.of("cpu-throttled"),
              HostSuspicions::throttled),
          new Suspicion(
              "database-connections",
              "connections of a pool run out",
              "the connection pool's metrics",
              "docs/findings/connection-pool-exhausted.md",
              List.of("connection-pool-exhausted"),
              HostSuspicions::database),
          new Suspicion(
              "unclosed-processes",
              "child processes and their streams are not closed",
              "ls -l /proc/PID/fd",
              "docs/hypotheses.md",
              List.of(),
              ChildSuspicion::judge));

  private HostSuspicions() {}

  private static Host now(Facts facts) {
    return facts.latest().vitals().host();
  }

  private static Opinion descriptors(Facts facts) {
    Host.OpenFiles files = now(facts).files();
    if (Double.isNaN(files.share())) {
      return Opinion.notSeen("the limit or the number of open files could not be read");
    }
    return Opinion.now(
        Opinion.between(files.share(), ROOMY, FULL),
        "%s of %s open (%s)"
            .formatted(
                Figures.number(files.open()),
                Figures.number(files.limit()),
                Figures.percent(files.share())));
  }

  private static Opinion threads(Facts facts) {
    ThreadLimit nearest = null;
    for (ThreadLimit limit : now(facts).threadLimits()) {
      if (nearest == null || limit.share() > nearest.share()) {
        nearest = Double.isNaN(limit.share()) ? nearest : limit;
      }
    }
    if (nearest == null) {
      return Opinion.notSeen("no limit of threads could be read");
    }
    return Opinion.now(
        Opinion.between(nearest.share(), ROOMY, FULL),
        "%s of %s of %s (%s)"
            .formatted(
                Figures.number(nearest.used()),
                Figures.plural(nearest.limit(), "thread"),
                nearest.scope(),
                Figures.percent(nearest.share())));
  }

  private static Opinion accepting(Facts facts) {
    for (Connector connector : now(facts).connectors()) {
      if (connector.maxConnections() > 0 && connector.connections() >= connector.maxConnections()) {
        return Opinion.now(
            Answer.TRUE,
            "%s holds %s of its %s connections and accepts no more"
                .formatted(
                    connector.name(),
                    Figures.number(connector.connections()),
                    Figures.number(connector.maxConnections())));
      }
    }
    Network now = now(facts).network();
    Network then =
        facts.minute().stream()
            .map(snapshot -> snapshot.vitals().host().network())
            .filter(network -> network.listenOverflows() >= 0)
            .findFirst()
            .orElse(Network.NONE);
    if (now.listenOverflows() < 0 || then.listenOverflows() < 0) {
      return Opinion.notSeen("the kernel's listen counters could not be read");
    }
    long overflows = Math.max(0, now.listenOverflows() - then.listenOverflows());
    long waiting = now.listeners().stream().mapToLong(each -> each.queued()).max().orElse(0);
    String number =
        "%s of listen queues, at most %s waiting to be accepted"
            .formatted(
                Figures.plural(overflows, "overflow"), Figures.plural(waiting, "connection"));
    if (overflows > 0 && now.othersListening() != 0) {
      number += ", but other processes listen here too";
    }
    boolean fine = overflows == 0 && waiting < WAITING_TO_BE_ACCEPTED;
    return Opinion.over(facts.seconds(), fine ? Answer.FALSE : Answer.NOT_SEEN, number);
  }

  private static Opinion throttled(Facts facts) {
    Host.Cgroup group = now(facts).cgroup();
    if (group.version() == 0) {
      return Opinion.notSeen("no control group could be read");
    }
    if (group.quotas().isEmpty()) {
      return Opinion.now(Answer.FALSE, "the control group has no CPU quota");
    }
    double most = Double.NaN;
    String number = "nothing in the control group wanted to run";
    for (CpuQuota quota : group.quotas()) {
      CpuQuota before = quotaBefore(facts, quota.group());
      long periods = before == null ? 0 : quota.periods() - before.periods();
      if (before != null && periods > 0) {
        double share = (double) (quota.throttled() - before.throttled()) / periods;
        if (!(share <= most)) {
          most = share;
          number =
              "throttled in %s of %s at a quota of %s processors"
                  .formatted(
                      Figures.percent(share),
                      Figures.plural(periods, "period"),
                      Figures.number(quota.processors()));
        }
      }
    }
    return Opinion.over(
        facts.seconds(), Opinion.between(most, THROTTLED_LITTLE, THROTTLED_MUCH), number);
  }

  private static @Nullable CpuQuota quotaBefore(Facts facts, String group) {
    for (Snapshot snapshot : facts.minute()) {
      for (CpuQuota quota : snapshot.vitals().host().cgroup().quotas()) {
        if (quota.group().equals(group)) {
          return quota;
        }
      }
    }
    return null;
  }

  private static Opinion database(Facts facts) {
    List<ConnectionPool> pools = now(facts).connectionPools();
    if (pools.isEmpty()) {
      return Opinion.notSeen("no HikariCP, DBCP2 or Tomcat JDBC pool is known");
    }
    ConnectionPool busiest = pools.get(0);
    for (ConnectionPool pool : pools) {
      busiest = use(pool) > use(busiest) ? pool : busiest;
    }
    long timeouts =
        facts.grew(now -> now.vitals().host().connectionPools(), pool -> pool.timeouts());
    int pending = 0;
    for (Snapshot snapshot : facts.minute()) {
      for (ConnectionPool pool : snapshot.vitals().host().connectionPools()) {
        pending = Math.max(pending, pool.pending());
      }
    }
    return Opinion.over(
        facts.seconds(),
        pending == 0 && timeouts == 0 ? Answer.FALSE : Answer.NOT_SEEN,
        "busiest pool %s: %s of %s in use, at most %s waiting, %s"
            .formatted(
                busiest.name(),
                busiest.active(),
                busiest.max() == Integer.MAX_VALUE
                    ? "any number of connections"
                    : Figures.plural(busiest.max(), "connection"),
                Figures.plural(pending, "thread"),
                Figures.plural(timeouts, "time-out")));
  }

  private static double use(ConnectionPool pool) {
    return pool.max() <= 0 ? 0 : (double) pool.active() / pool.max();
  }
}
