package dev.snarl.cloudwatch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Writes data in CloudWatch's embedded metric format: one JSON object a line, one for each set of
 * dimension values. A line is never longer than {@value #LONGEST} bytes, far below the format's own
 * limit: a line of this size goes into a pipe atomically and fits into a datagram.
 *
 * <p>One value is written as a number, few as an array, as the specification has it. A value that
 * occurred more than once is written with its count, in the form that AWS's own library and
 * exporter use for histograms.
 */
final class EmfLines {
  static final int LONGEST = 4_096;
  private static final int MOST_METRICS = 100;

  private final String namespace;
  private final String logGroup;
  private final String instance;
  private final Instant at;
  private final List<byte[]> lines = new ArrayList<>();
  private long lost;

  private EmfLines(String namespace, String logGroup, String instance, Instant at) {
    this.namespace = namespace;
    this.logGroup = logGroup;
    this.instance = instance;
    this.at = at;
  }

  /** The lines, each with its line break, and the number of data that fit into none. */
  record Written(List<byte[]> lines, long lost) {}

  /**
   * Writes data.
   *
   * @param logGroup that the receiver is to use; empty for its default
   * @param instance part of each line: no dimension, so it is free
   */
  static Written of(
      List<Datum> data, Instant at, String namespace, String logGroup, String instance) {
    EmfLines emf = new EmfLines(namespace, logGroup, instance, at);
    Map<Map<String, String>, List<Datum>> byDimensions = new LinkedHashMap<>();
    for (Datum datum : data) {
      byDimensions.computeIfAbsent(datum.dimensions(), d -> new ArrayList<>()).add(datum);
    }
    byDimensions.values().forEach(emf::lines);
    return new Written(emf.lines, emf.lost);
  }

  private void lines(List<Datum> same) {
    List<Datum> part = new ArrayList<>();
    byte[] fitting = new byte[0];
    for (Datum datum : same) {
      part.add(datum);
      byte[] longer = line(part);
      if (longer.length <= LONGEST && part.size() <= MOST_METRICS) {
        fitting = longer;
        continue;
      }
      end(fitting);
      part.clear();
      part.add(datum);
      fitting = line(part);
      if (fitting.length > LONGEST) {
        lost++;
        part.clear();
        fitting = new byte[0];
      }
    }
    end(fitting);
  }

  private void end(byte[] line) {
    if (line.length > 0) {
      lines.add(line);
    }
  }

  private byte[] line(List<Datum> data) {
    Datum first = data.get(0);
    JsonObject root = new JsonObject();
    root.add("_aws", metadata(data));
    first.dimensions().forEach(root::addProperty);
    root.addProperty("instance", instance);
    for (Datum datum : data) {
      datum.notes().forEach(root::addProperty);
      root.add(datum.metric(), value(datum));
    }
    return (root + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private JsonObject metadata(List<Datum> data) {
    JsonObject directive = new JsonObject();
    directive.addProperty("Namespace", namespace);
    JsonArray sets = new JsonArray();
    sets.add(array(data.get(0).dimensions().keySet(), JsonPrimitive::new));
    directive.add("Dimensions", sets);
    directive.add(
        "Metrics",
        array(
            data,
            datum -> {
              JsonObject metric = new JsonObject();
              metric.addProperty("Name", datum.metric());
              metric.addProperty("Unit", datum.unit());
              return metric;
            }));
    JsonObject metadata = new JsonObject();
    metadata.addProperty("Timestamp", at.toEpochMilli());
    if (!logGroup.isEmpty()) {
      metadata.addProperty("LogGroupName", logGroup);
      metadata.addProperty("LogStreamName", instance);
    }
    JsonArray directives = new JsonArray();
    directives.add(directive);
    metadata.add("CloudWatchMetrics", directives);
    return metadata;
  }

  private static JsonElement value(Datum datum) {
    if (datum.count() == 1) {
      return number(datum.minimum());
    }
    JsonArray values = array(datum.values(), EmfLines::number);
    if (datum.count() == values.size()) {
      return values;
    }
    JsonObject histogram = new JsonObject();
    histogram.add("Values", values);
    histogram.add("Counts", array(datum.counts(), EmfLines::number));
    histogram.add("Max", number(datum.maximum()));
    histogram.add("Min", number(datum.minimum()));
    histogram.add("Count", number(datum.count()));
    histogram.add("Sum", number(datum.sum()));
    return histogram;
  }

  private static <T> JsonArray array(Iterable<T> items, Function<T, JsonElement> element) {
    JsonArray array = new JsonArray();
    items.forEach(item -> array.add(element.apply(item)));
    return array;
  }

  /** Whole numbers without a point; others with six significant digits. */
  private static JsonPrimitive number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return new JsonPrimitive((long) value);
    }
    double size = Math.pow(10, 6 - Math.ceil(Math.log10(Math.abs(value))));
    double rounded = Math.rint(value * size) / size;
    return new JsonPrimitive(Double.isFinite(rounded) ? rounded : value);
  }
}
