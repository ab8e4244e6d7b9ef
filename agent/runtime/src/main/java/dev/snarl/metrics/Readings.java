package dev.snarl.metrics;

import dev.snarl.metrics.Catalogue.Entry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads chosen metrics as numbers instead of text. Snarl's own come from the catalogue, with the
 * fine buckets of their histograms; those of the JVM from Micrometer. Lives on the calling thread;
 * costs a check of each entry and the reading of the chosen ones.
 */
final class Readings {
  private final Set<String> names;
  private final List<Reading> found = new ArrayList<>();

  private Readings(Set<String> names) {
    this.names = names;
  }

  static List<Reading> of(Set<String> names, Moment moment, PrometheusRegistry jvm) {
    Readings readings = new Readings(names);
    for (Entry entry : Catalogue.own()) {
      if (names.contains(entry.metric().name())) {
        readings.own(entry, moment);
      }
    }
    for (MetricSnapshot family : jvm.scrape(readings::isPartOfOne)) {
      for (DataPointSnapshot point : family.getDataPoints()) {
        readings.point(family.getMetadata().getPrometheusName(), point);
      }
    }
    return readings.found;
  }

  private void own(Entry entry, Moment moment) {
    Metric metric = entry.metric();
    Series series = new Series(metric);
    entry.reading().accept(moment, series);
    boolean grows = metric.type() == Metric.Type.COUNTER;
    series
        .samples()
        .forEach(
            (values, value) ->
                found.add(
                    new Reading(
                        metric.name(), grows, labels(metric.labels(), values), value, null)));
    series
        .durations()
        .forEach(
            (values, some) ->
                found.add(
                    new Reading(
                        metric.name(), true, labels(metric.labels(), values), some.count(), some)));
  }

  /** Families are requested by their names without suffix. */
  private boolean isPartOfOne(String family) {
    return names.stream().anyMatch(name -> name.startsWith(family));
  }

  private void point(String family, DataPointSnapshot point) {
    if (point instanceof GaugeSnapshot.GaugeDataPointSnapshot gauge) {
      add(family, false, point, gauge.getValue());
    } else if (point instanceof CounterSnapshot.CounterDataPointSnapshot counter) {
      add(family + "_total", true, point, counter.getValue());
    } else if (point instanceof SummarySnapshot.SummaryDataPointSnapshot summary) {
      add(family + "_count", true, point, (double) summary.getCount());
      add(family + "_sum", true, point, summary.getSum());
    }
  }

  private void add(String name, boolean grows, DataPointSnapshot point, double value) {
    if (names.contains(name)) {
      Map<String, String> labels = new HashMap<>();
      Labels all = point.getLabels();
      for (int i = 0; i < all.size(); i++) {
        if (!all.getName(i).equals("application")) {
          labels.put(all.getName(i), all.getValue(i));
        }
      }
      found.add(new Reading(name, grows, labels, value, null));
    }
  }

  private static Map<String, String> labels(List<String> names, List<String> values) {
    Map<String, String> labels = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      labels.put(names.get(i), values.get(i));
    }
    return labels;
  }
}
