package dev.snarl.metrics;

import static dev.snarl.metrics.Metric.Type.COUNTER;
import static dev.snarl.metrics.Metric.Type.GAUGE;

import dev.snarl.metrics.Catalogue.Entry;
import dev.snarl.snapshot.Host;
import dev.snarl.text.Figures;
import java.util.List;

/**
 * The metrics of process, control group, network and children; a part of {@link Catalogue}. An
 * unknown value has no sample. Files and processors have Micrometer's names, in {@link
 * JvmCatalogue}.
 */
final class HostCatalogue {

  /** Also of the metrics of connections. */
  static final Part<Host> PART =
      new Part<>("snapshot", moment -> moment.snapshot().vitals().host());

  private HostCatalogue() {}

  static List<Entry> entries() {
    return List.of(
        PART.entry(
            "snarl_process_threads",
            GAUGE,
            "threads",
            List.of(),
            "Threads of the process, those of the JVM included",
            (host, series) -> known(series, host.threads())),
        PART.entry(
            "snarl_thread_limit_used_threads",
            GAUGE,
            "threads",
            List.of("scope"),
            "Threads and processes that count against a limit, those of others included",
            (host, series) -> host.threadLimits().forEach(l -> known(series, l.used(), l.scope()))),
        PART.entry(
            "snarl_thread_limit_threads",
            GAUGE,
            "threads",
            List.of("scope"),
            "That limit: of a control group, the user, the machine",
            (host, series) ->
                host.threadLimits().forEach(l -> known(series, l.limit(), l.scope()))),
        PART.entry(
            "snarl_system_steal_ratio",
            GAUGE,
            "ratio",
            List.of(),
            "Share of the machine's CPU that the hypervisor gave to others",
            (host, series) -> {
              if (!Double.isNaN(host.cpu().steal())) {
                series.add(host.cpu().steal());
              }
            }),
        PART.entry(
            "snarl_cgroup_cpu_quota_processors",
            GAUGE,
            "processors",
            List.of("cgroup"),
            "Processors' time that the control group may use",
            (host, series) ->
                host.cgroup().quotas().forEach(q -> series.add(q.processors(), q.group()))),
        PART.entry(
            "snarl_cgroup_cpu_periods_total",
            COUNTER,
            "periods",
            List.of("cgroup"),
            "Periods in which something in it wanted to run",
            (host, series) ->
                host.cgroup().quotas().forEach(q -> known(series, q.periods(), q.group()))),
        PART.entry(
            "snarl_cgroup_cpu_throttled_periods_total",
            COUNTER,
            "periods",
            List.of("cgroup"),
            "Periods in which its quota was used up",
            (host, series) ->
                host.cgroup().quotas().forEach(q -> known(series, q.throttled(), q.group()))),
        PART.entry(
            "snarl_cgroup_cpu_throttled_seconds_total",
            COUNTER,
            "seconds",
            List.of("cgroup"),
            "Time for which it was stopped then, summed over processors",
            (host, series) ->
                host.cgroup()
                    .quotas()
                    .forEach(
                        q -> {
                          if (q.throttledNanos() >= 0) {
                            series.add(q.throttledNanos() / Figures.NANOS, q.group());
                          }
                        })),
        PART.entry(
            "snarl_cgroup_memory_used_bytes",
            GAUGE,
            "bytes",
            List.of(),
            "Memory of the control group, the page cache included",
            (host, series) -> known(series, host.cgroup().memoryUsed())),
        PART.entry(
            "snarl_cgroup_memory_limit_bytes",
            GAUGE,
            "bytes",
            List.of(),
            "Its limit; absent without one",
            (host, series) -> known(series, host.cgroup().memoryLimit())),
        PART.entry(
            "snarl_cgroup_oom_kills_total",
            COUNTER,
            "processes",
            List.of(),
            "Processes of it that the kernel killed for memory",
            (host, series) -> known(series, host.cgroup().oomKills())),
        PART.entry(
            "snarl_listen_overflows_total",
            COUNTER,
            "connections",
            List.of(),
            "Connections that found a listener's queue full, in the network namespace",
            (host, series) -> known(series, host.network().listenOverflows())),
        PART.entry(
            "snarl_listen_drops_total",
            COUNTER,
            "connections",
            List.of(),
            "Connections that a listener dropped, those included",
            (host, series) -> known(series, host.network().listenDrops())),
        PART.entry(
            "snarl_accept_queue_connections",
            GAUGE,
            "connections",
            List.of("port"),
            "Connections that wait to be accepted",
            (host, series) ->
                host.network()
                    .listeners()
                    .forEach(l -> series.add(l.queued(), String.valueOf(l.port())))),
        PART.entry(
            "snarl_tcp_accepted_connections",
            GAUGE,
            "connections",
            List.of("port", "state"),
            "Connections on a port that the process listens on, by state",
            (host, series) ->
                host.network()
                    .listeners()
                    .forEach(
                        l ->
                            l.states()
                                .forEach(
                                    (state, count) ->
                                        series.add(count, String.valueOf(l.port()), state)))),
        PART.entry(
            "snarl_tcp_outgoing_connections",
            GAUGE,
            "connections",
            List.of("peer", "state"),
            "Connections to others, by remote address and state",
            (host, series) ->
                host.network()
                    .peers()
                    .forEach(
                        p ->
                            p.states()
                                .forEach((state, count) -> series.add(count, p.group(), state)))),
        PART.entry(
            "snarl_child_processes",
            GAUGE,
            "processes",
            List.of("state"),
            "Child processes: alive, or ended and not waited for",
            (host, series) -> {
              known(series, host.children().alive(), "alive");
              known(series, host.children().ended(), "ended");
            }),
        PART.entry(
            "snarl_process_pipes",
            GAUGE,
            "files",
            List.of(),
            "Ends of pipes that the process holds open; a child process has up to three",
            (host, series) -> known(series, host.children().pipes())));
  }

  private static void known(Series series, long value, String... labels) {
    if (value >= 0 && value != Host.UNLIMITED) {
      series.add(value, labels);
    }
  }
}
