package dev.snarl.otlp.send;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Exemplar;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Data points of one moment.
 *
 * @param startNanos since 1970, of sums
 * @param nanos since 1970, of the moment
 */
record Points(long startNanos, long nanos) {
  private static final int TRACE_ID = 32;

  NumberDataPoint number(double value, List<KeyValue> attributes) {
    return NumberDataPoint.newBuilder()
        .setTimeUnixNano(nanos)
        .setAsDouble(value)
        .addAllAttributes(attributes)
        .build();
  }

  NumberDataPoint sum(double value, List<KeyValue> attributes) {
    return number(value, attributes).toBuilder().setStartTimeUnixNano(startNanos).build();
  }

  NumberDataPoint sum(
      double value,
      List<KeyValue> attributes,
      io.prometheus.metrics.model.snapshots.@Nullable Exemplar exemplar) {
    NumberDataPoint.Builder point = sum(value, attributes).toBuilder();
    String trace = exemplar == null ? null : exemplar.getLabels().get("trace_id");
    if (exemplar != null && trace != null && trace.length() == TRACE_ID) {
      try {
        point.addExemplars(
            Exemplar.newBuilder()
                .setTimeUnixNano(exemplar.getTimestampMillis() * 1_000_000)
                .setAsDouble(exemplar.getValue())
                .setTraceId(ByteString.copyFrom(HexFormat.of().parseHex(trace))));
      } catch (IllegalArgumentException notHex) {
        return point.build(); // an id of another kind of tracing
      }
    }
    return point.build();
  }

  HistogramDataPoint histogram(HistogramDataPointSnapshot of, List<KeyValue> attributes) {
    HistogramDataPoint.Builder point =
        distribution(of.getCount(), of.getSum(), attributes).toBuilder();
    ClassicHistogramBuckets buckets = of.getClassicBuckets();
    for (int i = 0; i < buckets.size(); i++) {
      point.addBucketCounts(buckets.getCount(i));
      if (Double.isFinite(buckets.getUpperBound(i))) {
        point.addExplicitBounds(buckets.getUpperBound(i));
      }
    }
    return point.build();
  }

  /** Without buckets: only the number of events, and their sum. */
  HistogramDataPoint distribution(long count, double sum, List<KeyValue> attributes) {
    return HistogramDataPoint.newBuilder()
        .setStartTimeUnixNano(startNanos)
        .setTimeUnixNano(nanos)
        .setCount(count)
        .setSum(sum)
        .addAllAttributes(attributes)
        .build();
  }

  static List<KeyValue> attributes(Labels labels) {
    List<KeyValue> attributes = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      attributes.add(Values.of(labels.getName(i), labels.getValue(i)));
    }
    return attributes;
  }
}
