package dev.snarl.metrics;

import static dev.snarl.metrics.Metric.Type.COUNTER;
import static dev.snarl.metrics.Metric.Type.GAUGE;

import dev.snarl.chains.Waiting;
import dev.snarl.metrics.Catalogue.Entry;
import java.util.List;

/** Where the time of waiting threads goes; a part of {@link Catalogue}. */
final class ChainCatalogue {
  private static final Part<Waiting> PART = new Part<>("chains", Moment::waiting);

  private ChainCatalogue() {}

  static List<Entry> entries() {
    return List.of(
        PART.entry(
            "snarl_waiting_seconds_total",
            COUNTER,
            "seconds",
            List.of("end"),
            "Time that threads waited, by the end of the chain of waits that each is in",
            (waiting, series) ->
                waiting.seconds().forEach((end, seconds) -> series.add(seconds, end.label()))),
        PART.entry(
            "snarl_waiting_explained_ratio",
            GAUGE,
            "ratio",
            List.of(),
            "Share of the last minute's waiting, without what is idle, that ends in a known cause; absent if no thread waited",
            (waiting, series) -> {
              if (!Double.isNaN(waiting.explained())) {
                series.add(waiting.explained());
              }
            }),
        PART.entry(
            "snarl_waiting_threads",
            GAUGE,
            "threads",
            List.of("waiter", "last", "end"),
            "Mean number of threads that waited in the last minute, by the first and the last thread of their chains: the "
                + Waiting.MOST
                + " widest and the others",
            (waiting, series) ->
                waiting
                    .widest()
                    .forEach(
                        last ->
                            series.add(
                                last.threads(), last.waiter(), last.frame(), last.end().label()))));
  }
}
