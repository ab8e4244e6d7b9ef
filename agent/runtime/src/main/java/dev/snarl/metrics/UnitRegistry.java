package dev.snarl.metrics;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Micrometer has the unit only in the name of a metric; OpenMetrics has a line for it. Adds the
 * catalogue's units to Micrometer's families without copying samples.
 */
final class UnitRegistry extends PrometheusRegistry {
  private static final Map<String, Metric> BY_STEM =
      JvmCatalogue.METRICS.stream().collect(Collectors.toMap(Metric::stem, Function.identity()));

  @Override
  public MetricSnapshots scrape() {
    return new MetricSnapshots(super.scrape().stream().map(UnitRegistry::given).toList());
  }

  private static MetricSnapshot given(MetricSnapshot family) {
    Metric metric = BY_STEM.get(family.getMetadata().getPrometheusName());
    if (metric == null || family.getMetadata().hasUnit()) {
      return family;
    }
    MetricMetadata metadata = metric.metadata();
    if (family instanceof GaugeSnapshot gauge) {
      return new GaugeSnapshot(metadata, gauge.getDataPoints());
    }
    if (family instanceof CounterSnapshot counter) {
      return new CounterSnapshot(metadata, counter.getDataPoints());
    }
    if (family instanceof SummarySnapshot summary) {
      return new SummarySnapshot(metadata, summary.getDataPoints());
    }
    return family;
  }
}
