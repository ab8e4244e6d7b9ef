package dev.snarl.metrics;

import dev.snarl.snapshot.Durations;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One sample of a metric, for publishers that do not speak Prometheus.
 *
 * @param metric full name as on {@code /metrics}; of a summary with {@code _count} or {@code _sum}
 * @param grows whether it is a counter, cumulative
 * @param labels all but {@code application}
 * @param value of a histogram the number of events
 * @param durations of a histogram, cumulative; null of all else
 */
public record Reading(
    String metric,
    boolean grows,
    Map<String, String> labels,
    double value,
    @Nullable Durations durations) {
  public Reading {
    labels = Map.copyOf(labels);
  }
}
