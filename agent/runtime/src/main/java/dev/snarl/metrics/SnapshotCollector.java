package dev.snarl.metrics;

import dev.snarl.metrics.Catalogue.Entry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Renders the catalogue from the moment it was last given: no meter is kept per pool or site, so
 * whatever leaves the snapshot leaves the next scrape. Called on the thread that scrapes; touches
 * nothing but records.
 */
final class SnapshotCollector implements MultiCollector {
  private static final Labels NO_LABELS = Labels.EMPTY;

  private final String application;
  private volatile @Nullable Moment moment;

  SnapshotCollector(String application) {
    this.application = application;
  }

  void show(@Nullable Moment now) {
    moment = now;
  }

  @Override
  public MetricSnapshots collect() {
    Moment now = moment;
    if (now == null) {
      return new MetricSnapshots();
    }
    List<MetricSnapshot> families = new ArrayList<>();
    for (Entry entry : Catalogue.own()) {
      Series series = new Series(entry.metric());
      entry.reading().accept(now, series);
      if (!series.isEmpty()) {
        families.add(family(series));
      }
    }
    return new MetricSnapshots(families);
  }

  @Override
  public List<String> getPrometheusNames() {
    return Catalogue.own().stream().map(entry -> entry.metric().stem()).toList();
  }

  private MetricSnapshot family(Series series) {
    Metric metric = series.metric();
    MetricMetadata metadata = metric.metadata();
    if (metric.type() == Metric.Type.COUNTER) {
      List<CounterDataPointSnapshot> points = new ArrayList<>();
      series
          .samples()
          .forEach(
              (values, value) ->
                  points.add(
                      new CounterDataPointSnapshot(
                          Math.max(0, value),
                          labels(metric, values),
                          exemplar(series.example(values)),
                          0L)));
      return new CounterSnapshot(metadata, points);
    }
    if (metric.type() == Metric.Type.HISTOGRAM) {
      List<HistogramDataPointSnapshot> points = new ArrayList<>();
      series
          .durations()
          .forEach(
              (values, some) ->
                  points.add(
                      new HistogramDataPointSnapshot(
                          Buckets.of(some), some.sumSeconds(), labels(metric, values), null, 0L)));
      return new HistogramSnapshot(metadata, points);
    }
    if (metric.type() == Metric.Type.INFO) {
      List<InfoDataPointSnapshot> points = new ArrayList<>();
      series
          .samples()
          .keySet()
          .forEach(values -> points.add(new InfoDataPointSnapshot(labels(metric, values))));
      return new InfoSnapshot(metadata, points);
    }
    List<GaugeDataPointSnapshot> points = new ArrayList<>();
    series
        .samples()
        .forEach(
            (values, value) ->
                points.add(new GaugeDataPointSnapshot(value, labels(metric, values), null)));
    return new GaugeSnapshot(metadata, points);
  }

  private static @Nullable Exemplar exemplar(Series.@Nullable Example example) {
    return example == null
        ? null
        : new Exemplar(example.value(), Labels.of("trace_id", example.traceId()), example.millis());
  }

  private Labels labels(Metric metric, List<String> values) {
    Labels labels = metric.labels().isEmpty() ? NO_LABELS : Labels.of(metric.labels(), values);
    return labels.add("application", application);
  }
}
