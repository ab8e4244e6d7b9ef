package dev.snarl.metrics;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code jvm_threads_states_threads} from one look at all threads, without their stacks.
 * Micrometer's own binder looks at all threads once for each of the six states, which with 10,000
 * threads is most of a scrape's budget.
 */
final class ThreadStates implements Collector {
  static final Metric METRIC =
      new Metric(
          "jvm_threads_states_threads",
          Metric.Type.GAUGE,
          "threads",
          List.of("state"),
          "Platform threads by state",
          "JVM");

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final String application;

  ThreadStates(String application) {
    this.application = application;
  }

  @Override
  public String getPrometheusName() {
    return METRIC.stem();
  }

  @Override
  public MetricSnapshot collect() {
    Map<Thread.State, Integer> counts = new EnumMap<>(Thread.State.class);
    for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (info != null) {
        counts.merge(info.getThreadState(), 1, Integer::sum);
      }
    }
    List<GaugeDataPointSnapshot> points = new ArrayList<>();
    for (Thread.State state : Thread.State.values()) {
      String label = state.name().toLowerCase(Locale.ROOT).replace('_', '-');
      Labels labels = Labels.of("application", application, "state", label);
      points.add(new GaugeDataPointSnapshot(counts.getOrDefault(state, 0), labels, null));
    }
    return new GaugeSnapshot(METRIC.metadata(), points);
  }
}
