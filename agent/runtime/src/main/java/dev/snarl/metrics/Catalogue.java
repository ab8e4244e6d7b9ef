package dev.snarl.metrics;

import static dev.snarl.metrics.Metric.Type.COUNTER;
import static dev.snarl.metrics.Metric.Type.GAUGE;
import static dev.snarl.metrics.Metric.Type.HISTOGRAM;

import dev.snarl.rules.Finding;
import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.Durations;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.VirtualCrowd;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The only list of metrics. Each of Snarl's own entries defines how to read it from a {@link
 * Moment}; those of Micrometer's JVM binders are listed beside them in {@link JvmCatalogue}.
 */
final class Catalogue {
  private static final Part<Moment> RULES = new Part<>("rules", moment -> moment);
  private static final Part<Snapshot> SNAPSHOT = new Part<>("snapshot", Moment::snapshot);

  /** A metric and how it is read. */
  record Entry(Metric metric, BiConsumer<Moment, Series> reading) {}

  private static final List<Entry> ENTRIES = entries();

  private Catalogue() {}

  /** Snarl's own metrics and those of executors, in the order of the docs. */
  static List<Entry> own() {
    return ENTRIES;
  }

  /** Every metric, in the order of the docs. */
  static List<Metric> all() {
    List<Metric> all = new ArrayList<>();
    ENTRIES.forEach(entry -> all.add(entry.metric()));
    all.addAll(JvmCatalogue.METRICS);
    return all;
  }

  private static List<Entry> entries() {
    List<Entry> list = new ArrayList<>();
    findings(list);
    waits(list);
    executors(list);
    times(list);
    list.addAll(ChainCatalogue.entries());
    list.addAll(CoroutineCatalogue.entries());
    list.addAll(MemoryCatalogue.entries());
    list.addAll(ProfileCatalogue.entries());
    list.addAll(HostCatalogue.entries());
    list.addAll(ConnectionCatalogue.entries());
    list.addAll(AgentCatalogue.entries());
    return List.copyOf(list);
  }

  private static void findings(List<Entry> list) {
    list.add(
        RULES.entry(
            "snarl_findings",
            GAUGE,
            "1",
            List.of("rule", "severity", "site"),
            "1 while the finding is true",
            (moment, series) ->
                moment.findings().stream()
                    .filter(f -> !f.resolved())
                    .forEach(f -> series.mark(f.rule(), f.severity().label(), f.site()))));
    list.add(
        RULES.entry(
            "snarl_finding_evidence",
            GAUGE,
            "as named",
            List.of("rule", "site", "key"),
            "The numbers among a finding's evidence, by their names in `/api/findings`",
            (moment, series) ->
                moment.findings().stream()
                    .filter(f -> !f.resolved())
                    .forEach(f -> evidence(f, series))));
    list.add(
        RULES.entry(
            "snarl_pool_deadlocks",
            GAUGE,
            "findings",
            List.of(),
            "Pool deadlocks that are true now",
            (moment, series) ->
                series.add(
                    moment.findings().stream()
                        .filter(f -> !f.resolved() && f.rule().equals("pool-deadlock"))
                        .count())));
  }

  private static void evidence(Finding finding, Series series) {
    finding
        .evidence()
        .forEach(
            (key, value) -> {
              if (value instanceof Number number) {
                series.keep(number.doubleValue(), finding.rule(), finding.site(), key);
              }
            });
  }

  /** With a wait that goes on now as the example of those at its line. */
  private static void blocked(Snapshot snapshot, Series series) {
    Map<List<String>, Series.Example> examples = new HashMap<>();
    for (Wait wait : snapshot.waits()) {
      Request request = wait.request();
      String id = request == null ? null : request.traceId();
      String site = wait.site();
      if (id != null && site != null) {
        double seconds = wait.blockedNanos() / Figures.NANOS;
        examples.put(
            List.of(site, wait.thread().group()),
            new Series.Example(id, seconds, snapshot.at().toEpochMilli()));
      }
    }
    for (BlockedSite b : snapshot.blocked()) {
      series.add(b.nanos() / Figures.NANOS, b.site(), b.waiter(), b.kind());
      Series.Example example = examples.get(List.of(b.site(), b.waiter()));
      if (example != null) {
        series.example(example, b.site(), b.waiter(), b.kind());
      }
    }
  }

  private static void waits(List<Entry> list) {
    List<String> blocked = List.of("site", "waiter", "kind");
    list.add(
        SNAPSHOT.entry(
            "snarl_blocked_seconds_total",
            COUNTER,
            "seconds",
            blocked,
            "Time that threads waited for futures, locks or the end of another thread, and tasks of pools at latches, permits and the like",
            Catalogue::blocked));
    list.add(
        SNAPSHOT.entry(
            "snarl_blocked_waits_total",
            COUNTER,
            "waits",
            blocked,
            "Waits for futures that ended",
            (snapshot, series) ->
                snapshot
                    .blocked()
                    .forEach(b -> series.add(b.waits(), b.site(), b.waiter(), b.kind()))));
    list.add(
        SNAPSHOT.entry(
            "snarl_double_blocked_seconds_total",
            COUNTER,
            "seconds",
            List.of("site", "worker_site"),
            "Time that two threads were held for one job",
            (snapshot, series) ->
                snapshot
                    .pairs()
                    .forEach(
                        p ->
                            series.add(
                                p.heldNanos() / Figures.NANOS, p.waiterSite(), p.workerSite()))));
    list.add(
        SNAPSHOT.entry(
            "snarl_thread_starts_total",
            COUNTER,
            "threads",
            List.of("site"),
            "Platform threads started",
            (snapshot, series) ->
                snapshot.starts().forEach(s -> series.add(s.started(), s.site()))));
    list.add(
        SNAPSHOT.entry(
            "snarl_virtual_threads",
            GAUGE,
            "threads",
            List.of("state"),
            "Virtual threads that live: waiting, or running or ready to; absent without any",
            (snapshot, series) -> {
              VirtualCrowd crowd = snapshot.crowds().virtual();
              if (crowd.live() > 0) {
                series.add(crowd.waiting(), "waiting");
                series.add(crowd.live() - crowd.waiting(), "runnable");
              }
            }));
  }

  private static void executors(List<Entry> list) {
    list.add(
        executor("executor_active_threads", "threads", "Threads that run a task", Pool::active));
    list.add(executor("executor_pool_size_threads", "threads", "Threads in the pool", Pool::size));
    list.add(executor("executor_pool_core_threads", "threads", "Core size", Pool::core));
    list.add(executor("executor_pool_max_threads", "threads", "Largest size", Pool::max));
    list.add(
        executor(
            "executor_queued_tasks", "tasks", "Tasks in the queue", p -> unknownBelow(p.queued())));
    list.add(
        executor(
            "executor_queue_remaining_tasks",
            "tasks",
            "Tasks that still fit into the queue",
            p -> Math.max(0, p.queueCapacity() - unknownBelow(p.queued()))));
    list.add(
        SNAPSHOT.entry(
            "executor_completed_tasks_total",
            COUNTER,
            "tasks",
            List.of("name"),
            "Tasks completed",
            (snapshot, series) ->
                snapshot.pools().forEach(p -> series.add(p.completed(), p.name()))));
    list.add(
        SNAPSHOT.entry(
            "snarl_executor_rejected_total",
            COUNTER,
            "tasks",
            List.of("name"),
            "Tasks rejected while the pool was not being shut down",
            (snapshot, series) ->
                snapshot.pools().forEach(p -> series.add(p.rejections().count(), p.name()))));
  }

  private static void times(List<Entry> list) {
    list.add(
        times(
            "snarl_executor_queue_wait_seconds",
            "How long tasks waited in the queue, a scheduled one from when it was due",
            Pool.Timing::waited));
    list.add(
        times("snarl_executor_run_seconds", "How long tasks ran on a worker", Pool.Timing::ran));
    list.add(
        SNAPSHOT.entry(
            "snarl_executor_sampling_ratio",
            GAUGE,
            "1",
            List.of("name"),
            "Which part of the tasks is timed now; those timed stand for the others",
            (snapshot, series) ->
                timed(snapshot).forEach(p -> series.add(1.0 / p.timing().every(), p.name()))));
  }

  private static Stream<Pool> timed(Snapshot snapshot) {
    return snapshot.pools().stream().filter(p -> !p.timing().nothing());
  }

  private static Entry times(String name, String help, Function<Pool.Timing, Durations> which) {
    return SNAPSHOT.entry(
        name,
        HISTOGRAM,
        "seconds",
        List.of("name"),
        help,
        (snapshot, series) ->
            timed(snapshot).forEach(p -> series.add(which.apply(p.timing()), p.name())));
  }

  /** A length that cannot be read without a lock is not a number, rather than a wrong one. */
  private static double unknownBelow(int queued) {
    return queued < 0 ? Double.NaN : queued;
  }

  /** Threads of a queue in front of a pool are those of the pool, and counted there. */
  private static Entry executor(
      String name, String unit, String help, ToDoubleFunction<Pool> value) {
    boolean threads = unit.equals("threads");
    return SNAPSHOT.entry(
        name,
        GAUGE,
        unit,
        List.of("name"),
        help,
        (snapshot, series) ->
            snapshot.pools().stream()
                .filter(pool -> !threads || pool.kind() != Pool.Kind.LIMITER)
                .forEach(pool -> series.add(value.applyAsDouble(pool), pool.name())));
  }
}
