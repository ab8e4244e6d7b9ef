package dev.snarl.metrics;

import dev.snarl.snapshot.Durations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The samples of one metric at one scrape, by label values. Equal label values are summed, and
 * everything after the first {@value #MOST} goes to one sample whose labels are all {@code other}.
 */
final class Series {
  static final int MOST = 1_000;
  private static final int LONGEST_LABEL = 300;

  private final Metric metric;
  private final Map<List<String>, Double> samples = new LinkedHashMap<>();
  private final Map<List<String>, Durations> durations = new LinkedHashMap<>();
  private final Map<List<String>, Example> examples = new LinkedHashMap<>();

  /** One event behind a sample of a counter, and the trace in which it was. */
  record Example(String traceId, double value, long millis) {}

  Series(Metric metric) {
    this.metric = metric;
  }

  Metric metric() {
    return metric;
  }

  Map<List<String>, Double> samples() {
    return samples;
  }

  /** Of a histogram. */
  Map<List<String>, Durations> durations() {
    return durations;
  }

  /** Of the samples with these label values; null if there is none. */
  @Nullable Example example(List<String> values) {
    return examples.get(values);
  }

  /** Of the samples with these labels the last one stays. */
  void example(Example example, String... labels) {
    examples.put(key(labels), example);
  }

  boolean isEmpty() {
    return samples.isEmpty() && durations.isEmpty();
  }

  /** Of equal label values, and past the limit, the first stay: histograms are not mixed. */
  void add(Durations some, String... labels) {
    if (durations.size() < MOST) {
      durations.putIfAbsent(key(labels), some);
    }
  }

  /**
   * A counter takes finite numbers only: any other would stay in its sum for ever. A gauge that is
   * not a number cannot be read now.
   */
  void add(double value, String... labels) {
    if (metric.type() == Metric.Type.COUNTER && !Double.isFinite(value)) {
      return;
    }
    samples.merge(key(labels), value, Double::sum);
  }

  void add(long value, String... labels) {
    add((double) value, labels);
  }

  /** Of equal label values, and past the limit, the first stay: for what has no sum. */
  void keep(double value, String... labels) {
    if (samples.size() < MOST) {
      samples.putIfAbsent(key(labels), value);
    }
  }

  /** One, however often it is reported. */
  void mark(String... labels) {
    samples.put(key(labels), 1.0);
  }

  private List<String> key(String... labels) {
    if (labels.length != metric.labels().size()) {
      throw new IllegalArgumentException("wrong number of labels for " + metric.name());
    }
    for (int i = 0; i < labels.length; i++) {
      if (labels[i].length() > LONGEST_LABEL) {
        labels[i] = labels[i].substring(0, LONGEST_LABEL) + '…';
      }
    }
    List<String> key = List.of(labels);
    if (samples.size() >= MOST && !samples.containsKey(key)) {
      return labels.length == 0 ? key : metric.labels().stream().map(l -> "other").toList();
    }
    return key;
  }
}
