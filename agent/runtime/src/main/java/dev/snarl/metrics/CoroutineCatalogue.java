package dev.snarl.metrics;

import static dev.snarl.metrics.Metric.Type.COUNTER;
import static dev.snarl.metrics.Metric.Type.GAUGE;

import dev.snarl.metrics.Catalogue.Entry;
import dev.snarl.snapshot.Coroutines;
import dev.snarl.text.Figures;
import java.util.List;

/** The metrics of coroutines and their dispatchers; a part of {@link Catalogue}. */
final class CoroutineCatalogue {
  private static final Part<Coroutines> PART =
      new Part<>("snapshot", moment -> moment.snapshot().coroutines());

  private CoroutineCatalogue() {}

  static List<Entry> entries() {
    return List.of(
        PART.entry(
            "snarl_coroutines_started_total",
            COUNTER,
            "coroutines",
            List.of(),
            "Coroutines started by a builder such as `launch`",
            (coroutines, series) -> series.add(coroutines.started())),
        PART.entry(
            "snarl_coroutines_completed_total",
            COUNTER,
            "coroutines",
            List.of(),
            "Coroutines completed, normally or not",
            (coroutines, series) -> series.add(coroutines.completed())),
        PART.entry(
            "snarl_coroutines_live",
            GAUGE,
            "coroutines",
            List.of(),
            "Coroutines started and not complete",
            (coroutines, series) -> series.add(coroutines.live())),
        PART.entry(
            "snarl_coroutine_scopes_detached_total",
            COUNTER,
            "scopes",
            List.of("site"),
            "Distinct scopes, other than its own, that running coroutines launched into",
            (coroutines, series) ->
                coroutines.detached().forEach(d -> series.add(d.newRoots(), d.site()))),
        PART.entry(
            "snarl_coroutines_detached_live",
            GAUGE,
            "coroutines",
            List.of("site"),
            "Coroutines so launched that are not complete",
            (coroutines, series) ->
                coroutines.detached().forEach(d -> series.add(d.live(), d.site()))),
        PART.entry(
            "snarl_coroutine_blocked_seconds_total",
            COUNTER,
            "seconds",
            List.of("site", "dispatcher"),
            "Time that threads were blocked on which nothing may block, by samples",
            (coroutines, series) ->
                coroutines
                    .blocking()
                    .forEach(b -> series.add(b.nanos() / Figures.NANOS, b.site(), b.dispatcher()))),
        PART.entry(
            "snarl_dispatcher_parallelism_threads",
            GAUGE,
            "threads",
            List.of("name"),
            "Threads of a coroutine scheduler that may run on a CPU at a time",
            (coroutines, series) ->
                coroutines.dispatchers().forEach(d -> series.add(d.parallelism(), d.name()))),
        PART.entry(
            "snarl_dispatcher_threads",
            GAUGE,
            "threads",
            List.of("name", "state"),
            "Its threads: with a task for the CPU, with a blocking one, idle",
            (coroutines, series) ->
                coroutines
                    .dispatchers()
                    .forEach(
                        d -> {
                          series.add(d.cpu(), d.name(), "cpu");
                          series.add(d.blocking(), d.name(), "blocking");
                          series.add(d.idle(), d.name(), "idle");
                        })),
        PART.entry(
            "snarl_dispatcher_queued_tasks",
            GAUGE,
            "tasks",
            List.of("name", "queue"),
            "Tasks in its queues: for the CPU, blocking ones, those kept by its threads",
            (coroutines, series) ->
                coroutines
                    .dispatchers()
                    .forEach(
                        d -> {
                          series.add(d.cpuQueued(), d.name(), "cpu");
                          series.add(d.blockingQueued(), d.name(), "blocking");
                          series.add(d.localQueued(), d.name(), "local");
                        })),
        PART.entry(
            "snarl_dispatcher_queue_seconds_total",
            COUNTER,
            "seconds",
            List.of("name"),
            "Time that tasks waited in its queues, summed over tasks, by samples of the lengths",
            (coroutines, series) ->
                coroutines
                    .dispatchers()
                    .forEach(d -> series.add(d.waitedNanos() / Figures.NANOS, d.name()))),
        PART.entry(
            "snarl_dispatcher_dispatches_total",
            COUNTER,
            "tasks",
            List.of("name"),
            "Times that its threads began to run a coroutine; divides the row above into a mean wait",
            (coroutines, series) ->
                coroutines.dispatchers().forEach(d -> series.add(d.run(), d.name()))),
        PART.entry(
            "snarl_dispatcher_view_parallelism_tasks",
            GAUGE,
            "tasks",
            List.of("name"),
            "Limit of a dispatcher of limited parallelism, such as `Dispatchers.IO`",
            (coroutines, series) ->
                coroutines.views().forEach(v -> series.add(v.parallelism(), v.name()))),
        PART.entry(
            "snarl_dispatcher_view_active_tasks",
            GAUGE,
            "tasks",
            List.of("name"),
            "Tasks of it that run or are about to",
            (coroutines, series) ->
                coroutines.views().forEach(v -> series.add(v.active(), v.name()))),
        PART.entry(
            "snarl_dispatcher_view_queued_tasks",
            GAUGE,
            "tasks",
            List.of("name"),
            "Tasks that wait for its limit",
            (coroutines, series) ->
                coroutines.views().forEach(v -> series.add(v.queued(), v.name()))),
        PART.entry(
            "snarl_dispatcher_view_queue_seconds_total",
            COUNTER,
            "seconds",
            List.of("name"),
            "Time that tasks waited for its limit, summed over tasks, by samples of the length",
            (coroutines, series) ->
                coroutines
                    .views()
                    .forEach(v -> series.add(v.waitedNanos() / Figures.NANOS, v.name()))));
  }
}
