package dev.snarl.metrics;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** {@code jvm_threads_states_threads} from one look at all threads, without their stacks. */
final class ThreadStates implements Collector {
  static final Metric METRIC =
      new Metric(
          "jvm_threads_states_threads",
          Metric.Type.GAUGE,
          "threads",
          List.of("state"),
          "Platform threads by state",
          "JVM");

  private final String application;
  private final Supplier<Map<Thread.State, Integer>> threads;

  ThreadStates(String application, Supplier<Map<Thread.State, Integer>> threads) {
    this.application = application;
    this.threads = threads;
  }

  @Override
  public String getPrometheusName() {
    return METRIC.stem();
  }

  @Override
  public MetricSnapshot collect() {
    Map<Thread.State, Integer> counts = threads.get();
    List<GaugeDataPointSnapshot> points = new ArrayList<>();
    for (Thread.State state : Thread.State.values()) {
      String label = state.name().toLowerCase(Locale.ROOT).replace('_', '-');
      Labels labels = Labels.of("application", application, "state", label);
      points.add(new GaugeDataPointSnapshot(counts.getOrDefault(state, 0), labels, null));
    }
    return new GaugeSnapshot(METRIC.metadata(), points);
  }
}
