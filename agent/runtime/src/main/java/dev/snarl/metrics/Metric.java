package dev.snarl.metrics;

import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;
import java.util.Locale;

/**
 * One metric as users see it: the catalogue's row. Feeds the registry and {@code docs/metrics.md}.
 *
 * @param name full name, with {@code _total} for a counter and {@code _info} for facts
 * @param type counter, gauge, histogram, summary or info
 * @param unit of the value: seconds, bytes, threads, tasks …
 * @param labels besides {@code application}, which every metric has
 * @param help one sentence
 * @param source where the number comes from
 */
record Metric(
    String name, Type type, String unit, List<String> labels, String help, String source) {

  Metric {
    labels = List.copyOf(labels);
  }

  enum Type {
    COUNTER,
    GAUGE,
    HISTOGRAM,
    SUMMARY,
    INFO
  }

  /** The name without the suffix that the text formats add to counters. */
  String stem() {
    String suffix =
        switch (type) {
          case COUNTER -> "_total";
          case INFO -> "_info";
          case GAUGE, HISTOGRAM, SUMMARY -> "";
        };
    return name.substring(0, name.length() - suffix.length());
  }

  /** With the unit, where the name ends in it as OpenMetrics wants it. */
  MetricMetadata metadata() {
    String stem = stem();
    return stem.endsWith('_' + unit)
        ? new MetricMetadata(stem, help, new Unit(unit))
        : new MetricMetadata(stem, help);
  }

  /** The row of {@code docs/metrics.md}. */
  String row() {
    StringBuilder row = new StringBuilder("| `").append(name).append("` | ");
    row.append(type.name().toLowerCase(Locale.ROOT)).append(" | ").append(unit);
    row.append(" | ");
    String separator = "";
    for (String label : labels) {
      row.append(separator).append('`').append(label).append('`');
      separator = ", ";
    }
    return row.append(" | ").append(help).append(" | ").append(source).append(" |").toString();
  }
}
