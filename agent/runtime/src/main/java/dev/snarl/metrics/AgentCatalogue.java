package dev.snarl.metrics;

import static dev.snarl.metrics.Metric.Type.COUNTER;
import static dev.snarl.metrics.Metric.Type.GAUGE;
import static dev.snarl.metrics.Metric.Type.INFO;

import dev.snarl.metrics.Catalogue.Entry;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import java.util.List;

/** The agent's own health; a part of {@link Catalogue}. */
final class AgentCatalogue {
  private static final Part<Snapshot> PART = new Part<>("snapshot", Moment::snapshot);

  private AgentCatalogue() {}

  static List<Entry> entries() {
    return List.of(
        PART.entry(
            "snarl_agent_info",
            INFO,
            "1",
            List.of("version"),
            "Always 1; the version of Snarl",
            (snapshot, series) -> series.mark(AgentVersion.HERE)),
        PART.entry(
            "snarl_agent_snapshot_age_seconds",
            GAUGE,
            "seconds",
            List.of(),
            "Age of what is shown; grows when the observer has stopped",
            (snapshot, series) ->
                series.add(Math.max(0, System.nanoTime() - snapshot.nanos()) / Figures.NANOS)),
        PART.entry(
            "snarl_agent_errors_total",
            COUNTER,
            "errors",
            List.of("part"),
            "Errors of the agent that were kept from the application",
            (snapshot, series) ->
                snapshot.health().errors().forEach((part, count) -> series.add(count, part))),
        PART.entry(
            "snarl_agent_dropped_total",
            COUNTER,
            "entries",
            List.of("table"),
            "Entries that did not fit into a bounded table",
            (snapshot, series) -> {
              snapshot.health().dropped().forEach((table, count) -> series.add(count, table));
              snapshot
                  .vitals()
                  .profile()
                  .dropped()
                  .forEach((table, count) -> series.add(count, table));
            }),
        PART.entry(
            "snarl_agent_self_seconds_total",
            COUNTER,
            "seconds",
            List.of(),
            "CPU time that the threads of the agent took",
            (snapshot, series) -> {
              long stream = snapshot.vitals().profile().recorder().selfNanos();
              series.add((snapshot.health().selfNanos() + stream) / Figures.NANOS);
            }));
  }
}
