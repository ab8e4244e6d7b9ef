package dev.snarl.otlp.send;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.Histogram;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.metrics.v1.Sum;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * The metrics of the page {@code /metrics} under the same names, and those of OpenTelemetry's
 * conventions. Costs one pass over all series.
 */
final class MetricsRequest {
  private final Origin origin;
  private final Points points;

  MetricsRequest(Origin origin, long nanos) {
    this.origin = origin;
    this.points = new Points(origin.startNanos(), nanos);
  }

  ExportMetricsServiceRequest of(MetricSnapshots families) {
    List<Metric> metrics = new ArrayList<>();
    for (MetricSnapshot family : families) {
      if (!JvmConventions.replaces(family.getMetadata().getPrometheusName())) {
        metrics.add(metric(family));
      }
    }
    metrics.addAll(new JvmConventions(points).of(families));
    metrics.removeIf(metric -> items(metric) == 0);
    return ExportMetricsServiceRequest.newBuilder()
        .addResourceMetrics(
            ResourceMetrics.newBuilder()
                .setResource(origin.resource())
                .addScopeMetrics(
                    ScopeMetrics.newBuilder().setScope(origin.scope()).addAllMetrics(metrics)))
        .build();
  }

  /** Its data points. */
  static int items(ExportMetricsServiceRequest request) {
    return request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
        .mapToInt(MetricsRequest::items)
        .sum();
  }

  private static int items(Metric metric) {
    return metric.getGauge().getDataPointsCount()
        + metric.getSum().getDataPointsCount()
        + metric.getHistogram().getDataPointsCount();
  }

  private Metric metric(MetricSnapshot family) {
    MetricMetadata metadata = family.getMetadata();
    String name = metadata.getPrometheusName();
    Metric.Builder metric = Metric.newBuilder().setName(name).setUnit(unit(metadata));
    String help = metadata.getHelp();
    metric.setDescription(help == null ? "" : help);
    if (family instanceof CounterSnapshot counter) {
      return metric.setName(name + "_total").setSum(sum(counter)).build();
    }
    if (family instanceof GaugeSnapshot gauge) {
      return metric.setGauge(gauge(gauge)).build();
    }
    if (family instanceof HistogramSnapshot histogram) {
      return metric.setHistogram(histogram(histogram)).build();
    }
    if (family instanceof SummarySnapshot summary) {
      return metric.setHistogram(histogram(summary)).build();
    }
    if (family instanceof InfoSnapshot info) {
      return metric.setName(name + "_info").setGauge(gauge(info)).build();
    }
    return metric.build();
  }

  private Sum sum(CounterSnapshot counter) {
    Sum.Builder sum = Sum.newBuilder().setIsMonotonic(true).setAggregationTemporality(cumulative());
    counter
        .getDataPoints()
        .forEach(
            point ->
                sum.addDataPoints(
                    points.sum(
                        point.getValue(),
                        Points.attributes(point.getLabels()),
                        point.getExemplar())));
    return sum.build();
  }

  /** A value that is not a number is unknown now, and left out. */
  private Gauge gauge(GaugeSnapshot of) {
    Gauge.Builder gauge = Gauge.newBuilder();
    of.getDataPoints().stream()
        .filter(point -> Double.isFinite(point.getValue()))
        .forEach(
            point ->
                gauge.addDataPoints(
                    points.number(point.getValue(), Points.attributes(point.getLabels()))));
    return gauge.build();
  }

  private Gauge gauge(InfoSnapshot of) {
    Gauge.Builder gauge = Gauge.newBuilder();
    of.getDataPoints()
        .forEach(
            point -> gauge.addDataPoints(points.number(1, Points.attributes(point.getLabels()))));
    return gauge.build();
  }

  private Histogram histogram(HistogramSnapshot of) {
    Histogram.Builder histogram = Histogram.newBuilder().setAggregationTemporality(cumulative());
    of.getDataPoints()
        .forEach(
            point ->
                histogram.addDataPoints(
                    points.histogram(point, Points.attributes(point.getLabels()))));
    return histogram.build();
  }

  private Histogram histogram(SummarySnapshot of) {
    Histogram.Builder histogram = Histogram.newBuilder().setAggregationTemporality(cumulative());
    of.getDataPoints()
        .forEach(
            point ->
                histogram.addDataPoints(
                    points.distribution(
                        point.getCount(), point.getSum(), Points.attributes(point.getLabels()))));
    return histogram.build();
  }

  static AggregationTemporality cumulative() {
    return AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE;
  }

  /** In the notation of UCUM; Prometheus ignores what stands in braces. */
  private static String unit(MetricMetadata metadata) {
    if (metadata.getUnit() == null) {
      return "";
    }
    String unit = metadata.getUnit().toString();
    return switch (unit) {
      case "seconds" -> "s";
      case "bytes" -> "By";
      case "ratio" -> "1";
      default -> "{" + unit + "}";
    };
  }
}
