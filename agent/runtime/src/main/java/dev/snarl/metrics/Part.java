package dev.snarl.metrics;

import dev.snarl.metrics.Catalogue.Entry;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A part of the catalogue whose entries are all read from the same piece of a {@link Moment}.
 *
 * @param source where its numbers come from, for the docs
 * @param piece what the entries read
 */
record Part<T>(String source, Function<Moment, T> piece) {

  Entry entry(
      String name,
      Metric.Type type,
      String unit,
      List<String> labels,
      String help,
      BiConsumer<T, Series> reading) {
    return new Entry(
        new Metric(name, type, unit, labels, help, source),
        (moment, series) -> reading.accept(piece.apply(moment), series));
  }
}
