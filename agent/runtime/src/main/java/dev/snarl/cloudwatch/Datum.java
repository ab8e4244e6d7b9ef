package dev.snarl.cloudwatch;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The values of one metric within one period, and how often each occurred.
 *
 * @param metric name that CloudWatch accepts
 * @param unit CloudWatch's name of it
 * @param dimensions sorted by name
 * @param values finite, ascending, at most {@value Distribution#MOST}
 * @param counts of each value, greater than zero
 * @param notes additional facts where they are free, such as a call site
 */
public record Datum(
    String metric,
    String unit,
    Map<String, String> dimensions,
    List<Double> values,
    List<Double> counts,
    Map<String, String> notes) {
  public Datum {
    dimensions = Collections.unmodifiableMap(new TreeMap<>(dimensions));
    values = List.copyOf(values);
    counts = List.copyOf(counts);
    notes = Collections.unmodifiableMap(new TreeMap<>(notes));
  }

  public double sum() {
    double sum = 0;
    for (int i = 0; i < values.size(); i++) {
      sum += values.get(i) * counts.get(i);
    }
    return sum;
  }

  public double count() {
    return counts.stream().mapToDouble(Double::doubleValue).sum();
  }

  public double minimum() {
    return values.get(0);
  }

  public double maximum() {
    return values.get(values.size() - 1);
  }
}
