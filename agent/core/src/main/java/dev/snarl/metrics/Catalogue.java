package dev.snarl.metrics;

import static dev.snarl.metrics.Metric.Type.COUNTER;
import static dev.snarl.metrics.Metric.Type.GAUGE;
import static dev.snarl.metrics.Metric.Type.HISTOGRAM;

import dev.snarl.snapshot.Durations;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The one list of metrics. Each of Snarl's own entries says how to read it from a {@link Moment};
 * those of Micrometer's JVM binders are listed beside them in {@link JvmCatalogue}.
 */
final class Catalogue {
  private static final double NANOS = 1e9;
  private static final String SNAPSHOT = "snapshot";

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
    list.addAll(CoroutineCatalogue.entries());
    list.addAll(MemoryCatalogue.entries());
    list.addAll(ProfileCatalogue.entries());
    list.addAll(HostCatalogue.entries());
    list.addAll(ConnectionCatalogue.entries());
    agent(list);
    return List.copyOf(list);
  }

  private static void findings(List<Entry> list) {
    list.add(
        entry(
            "snarl_findings",
            GAUGE,
            "1",
            List.of("rule", "severity", "site"),
            "1 while the finding is true",
            "rules",
            (moment, series) ->
                moment.findings().stream()
                    .filter(f -> !f.resolved())
                    .forEach(f -> series.mark(f.rule(), f.severity().label(), f.site()))));
    list.add(
        entry(
            "snarl_pool_deadlocks",
            GAUGE,
            "findings",
            List.of(),
            "Pool deadlocks that are true now",
            "rules",
            (moment, series) ->
                series.add(
                    moment.findings().stream()
                        .filter(f -> !f.resolved() && f.rule().equals("pool-deadlock"))
                        .count())));
  }

  private static void waits(List<Entry> list) {
    List<String> blocked = List.of("site", "waiter", "kind");
    list.add(
        entry(
            "snarl_blocked_seconds_total",
            COUNTER,
            "seconds",
            blocked,
            "Time that threads were parked waiting for futures",
            SNAPSHOT,
            (moment, series) ->
                moment
                    .snapshot()
                    .blocked()
                    .forEach(b -> series.add(b.nanos() / NANOS, b.site(), b.waiter(), b.kind()))));
    list.add(
        entry(
            "snarl_blocked_waits_total",
            COUNTER,
            "waits",
            blocked,
            "Waits for futures that ended",
            SNAPSHOT,
            (moment, series) ->
                moment
                    .snapshot()
                    .blocked()
                    .forEach(b -> series.add(b.waits(), b.site(), b.waiter(), b.kind()))));
    list.add(
        entry(
            "snarl_double_blocked_seconds_total",
            COUNTER,
            "seconds",
            List.of("site", "worker_site"),
            "Time that two threads were held for one job",
            SNAPSHOT,
            (moment, series) ->
                moment
                    .snapshot()
                    .pairs()
                    .forEach(
                        p -> series.add(p.heldNanos() / NANOS, p.waiterSite(), p.workerSite()))));
    list.add(
        entry(
            "snarl_thread_starts_total",
            COUNTER,
            "threads",
            List.of("site"),
            "Platform threads started",
            SNAPSHOT,
            (moment, series) ->
                moment.snapshot().starts().forEach(s -> series.add(s.started(), s.site()))));
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
        entry(
            "executor_completed_tasks_total",
            COUNTER,
            "tasks",
            List.of("name"),
            "Tasks completed",
            SNAPSHOT,
            (moment, series) ->
                moment.snapshot().pools().forEach(p -> series.add(p.completed(), p.name()))));
    list.add(
        entry(
            "snarl_executor_rejected_total",
            COUNTER,
            "tasks",
            List.of("name"),
            "Tasks rejected while the pool was not being shut down",
            SNAPSHOT,
            (moment, series) ->
                moment
                    .snapshot()
                    .pools()
                    .forEach(p -> series.add(p.rejections().count(), p.name()))));
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
        entry(
            "snarl_executor_sampling_ratio",
            GAUGE,
            "1",
            List.of("name"),
            "Which part of the tasks is timed now; those timed stand for the others",
            SNAPSHOT,
            (moment, series) ->
                timed(moment).forEach(p -> series.add(1.0 / p.timing().every(), p.name()))));
  }

  private static Stream<Pool> timed(Moment moment) {
    return moment.snapshot().pools().stream().filter(p -> !p.timing().nothing());
  }

  private static Entry times(String name, String help, Function<Pool.Timing, Durations> which) {
    return entry(
        name,
        HISTOGRAM,
        "seconds",
        List.of("name"),
        help,
        SNAPSHOT,
        (moment, series) ->
            timed(moment).forEach(p -> series.add(which.apply(p.timing()), p.name())));
  }

  /** A length that cannot be read without a lock is not a number, rather than a wrong one. */
  private static double unknownBelow(int queued) {
    return queued < 0 ? Double.NaN : queued;
  }

  private static void agent(List<Entry> list) {
    list.add(
        entry(
            "snarl_agent_errors_total",
            COUNTER,
            "errors",
            List.of("part"),
            "Errors of the agent that were kept from the application",
            SNAPSHOT,
            (moment, series) ->
                moment
                    .snapshot()
                    .health()
                    .errors()
                    .forEach((part, count) -> series.add(count, part))));
    list.add(
        entry(
            "snarl_agent_dropped_total",
            COUNTER,
            "entries",
            List.of("table"),
            "Entries that did not fit into a bounded table",
            SNAPSHOT,
            (moment, series) -> {
              Snapshot snapshot = moment.snapshot();
              snapshot.health().dropped().forEach((table, count) -> series.add(count, table));
              snapshot
                  .vitals()
                  .profile()
                  .dropped()
                  .forEach((table, count) -> series.add(count, table));
            }));
    list.add(
        entry(
            "snarl_agent_self_seconds_total",
            COUNTER,
            "seconds",
            List.of(),
            "CPU time that the threads of the agent took",
            SNAPSHOT,
            (moment, series) -> {
              Snapshot snapshot = moment.snapshot();
              long stream = snapshot.vitals().profile().recorder().selfNanos();
              series.add((snapshot.health().selfNanos() + stream) / NANOS);
            }));
  }

  private static Entry executor(
      String name, String unit, String help, ToDoubleFunction<Pool> value) {
    return entry(
        name,
        GAUGE,
        unit,
        List.of("name"),
        help,
        SNAPSHOT,
        (moment, series) ->
            moment
                .snapshot()
                .pools()
                .forEach(pool -> series.add(value.applyAsDouble(pool), pool.name())));
  }

  static Entry entry(
      String name,
      Metric.Type type,
      String unit,
      List<String> labels,
      String help,
      String source,
      BiConsumer<Moment, Series> reading) {
    return new Entry(new Metric(name, type, unit, labels, help, source), reading);
  }
}
