package dev.snarl.otlp.send;

import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.Histogram;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.Sum;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The JVM under the names of <a
 * href="https://opentelemetry.io/docs/specs/semconv/runtime/jvm-metrics/">OpenTelemetry's
 * conventions</a>, computed from Micrometer's values. {@code jvm.memory.used} and {@code
 * jvm.memory.committed} are names of both, and have the labels of both; the others are sent beside
 * Micrometer's.
 */
record JvmConventions(Points points) {
  private static final Set<String> BOTH =
      Set.of("jvm_memory_used_bytes", "jvm_memory_committed_bytes");

  /** Whether the convention's metric becomes the same name in Prometheus. */
  static boolean replaces(String family) {
    return BOTH.contains(family);
  }

  List<Metric> of(MetricSnapshots families) {
    List<Metric> all = new ArrayList<>();
    for (MetricSnapshot family : families) {
      String name = family.getMetadata().getPrometheusName();
      if (family instanceof GaugeSnapshot gauge) {
        gauge(name, gauge, all);
      } else if (family instanceof SummarySnapshot summary && name.equals("jvm_gc_pause_seconds")) {
        all.add(collections(summary));
      }
    }
    classes(families, all);
    processor(all);
    return all;
  }

  private void gauge(String name, GaugeSnapshot gauge, List<Metric> all) {
    switch (name) {
      case "jvm_memory_used_bytes" ->
          all.add(current("jvm.memory.used", "By", gauge, JvmConventions::pool));
      case "jvm_memory_committed_bytes" ->
          all.add(current("jvm.memory.committed", "By", gauge, JvmConventions::pool));
      case "jvm_memory_max_bytes" ->
          all.add(current("jvm.memory.limit", "By", gauge, JvmConventions::pool));
      case "jvm_threads_states_threads" ->
          all.add(current("jvm.thread.count", "{thread}", gauge, JvmConventions::state));
      case "process_cpu_usage" -> {
        Gauge.Builder now = Gauge.newBuilder();
        gauge.getDataPoints().stream()
            .filter(point -> point.getValue() >= 0)
            .forEach(point -> now.addDataPoints(points.number(point.getValue(), List.of())));
        all.add(
            Metric.newBuilder()
                .setName("jvm.cpu.recent_utilization")
                .setUnit("1")
                .setGauge(now)
                .build());
      }
      default -> {}
    }
  }

  /** What goes up and down; a negative limit is none. */
  private Metric current(
      String name, String unit, GaugeSnapshot gauge, Function<Labels, List<KeyValue>> labels) {
    Sum.Builder sum = sum(false);
    for (GaugeDataPointSnapshot point : gauge.getDataPoints()) {
      if (point.getValue() >= 0) {
        sum.addDataPoints(points.sum(point.getValue(), labels.apply(point.getLabels())));
      }
    }
    return Metric.newBuilder().setName(name).setUnit(unit).setSum(sum).build();
  }

  private static List<KeyValue> pool(Labels labels) {
    List<KeyValue> attributes = Points.attributes(labels);
    String area = labels.get("area");
    attributes.add(Values.of("jvm.memory.type", "heap".equals(area) ? "heap" : "non_heap"));
    attributes.add(Values.of("jvm.memory.pool.name", labels.get("id")));
    return attributes;
  }

  private static List<KeyValue> state(Labels labels) {
    String state = labels.get("state");
    return List.of(Values.of("jvm.thread.state", state == null ? "" : state.replace('-', '_')));
  }

  private Metric collections(SummarySnapshot pauses) {
    Histogram.Builder histogram =
        Histogram.newBuilder().setAggregationTemporality(MetricsRequest.cumulative());
    for (SummaryDataPointSnapshot point : pauses.getDataPoints()) {
      Labels labels = point.getLabels();
      List<KeyValue> attributes =
          List.of(
              Values.of("jvm.gc.name", labels.get("gc")),
              Values.of("jvm.gc.action", labels.get("action")),
              Values.of("jvm.gc.cause", labels.get("cause")));
      histogram.addDataPoints(points.distribution(point.getCount(), point.getSum(), attributes));
    }
    return Metric.newBuilder()
        .setName("jvm.gc.duration")
        .setUnit("s")
        .setHistogram(histogram)
        .build();
  }

  /** Loaded since the start: those that are loaded now, and those that no longer are. */
  private void classes(MetricSnapshots families, List<Metric> all) {
    double loaded = Double.NaN;
    double unloaded = Double.NaN;
    for (MetricSnapshot family : families) {
      String name = family.getMetadata().getPrometheusName();
      if (family instanceof GaugeSnapshot gauge && name.equals("jvm_classes_loaded_classes")) {
        loaded = gauge.getDataPoints().get(0).getValue();
      } else if (family instanceof CounterSnapshot counter
          && name.equals("jvm_classes_unloaded_classes")) {
        unloaded = counter.getDataPoints().get(0).getValue();
      }
    }
    if (loaded >= 0 && unloaded >= 0) {
      all.add(one("jvm.class.count", "{class}", false, loaded));
      all.add(one("jvm.class.loaded", "{class}", true, loaded + unloaded));
      all.add(one("jvm.class.unloaded", "{class}", true, unloaded));
    }
  }

  private void processor(List<Metric> all) {
    all.add(one("jvm.cpu.count", "{cpu}", false, Runtime.getRuntime().availableProcessors()));
    ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(Duration::toNanos)
        .ifPresent(nanos -> all.add(one("jvm.cpu.time", "s", true, nanos / 1e9)));
  }

  private Metric one(String name, String unit, boolean grows, double value) {
    return Metric.newBuilder()
        .setName(name)
        .setUnit(unit)
        .setSum(sum(grows).addDataPoints(points.sum(value, List.of())))
        .build();
  }

  private static Sum.Builder sum(boolean grows) {
    return Sum.newBuilder()
        .setIsMonotonic(grows)
        .setAggregationTemporality(MetricsRequest.cumulative());
  }
}
