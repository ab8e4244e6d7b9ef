package dev.snarl.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EmfLinesTest {
  private static final Instant AT = Instant.parse("2026-11-21T03:00:41Z");
  private static final Map<String, String> RUNNER = Map.of("application", "runner");

  private static Datum datum(String metric, List<Double> values, List<Double> counts) {
    return new Datum(metric, "Count", RUNNER, values, counts, Map.of());
  }

  private static List<JsonObject> lines(List<Datum> data) {
    EmfLines.Written written = EmfLines.of(data, AT, "Snarl", "/snarl/metrics", "host/1");
    assertThat(written.lost()).isZero();
    List<JsonObject> lines = new ArrayList<>();
    for (byte[] line : written.lines()) {
      assertThat(line.length).isLessThanOrEqualTo(EmfLines.LONGEST);
      String text = new String(line, StandardCharsets.UTF_8);
      assertThat(text).endsWith("}\n").doesNotContain("\n{");
      lines.add(JsonParser.parseString(text).getAsJsonObject());
    }
    return lines;
  }

  @Test
  void aLineIsAsTheSpecificationHasIt() {
    Datum finding =
        new Datum(
            "snarl_findings",
            "Count",
            Map.of("application", "runner", "rule", "r", "severity", "warning"),
            List.of(1.0),
            List.of(1.0),
            Map.of("site", "A.a(A.java:1)"));
    assertThat(lines(List.of(finding)).get(0).toString())
        .isEqualTo(
            "{\"_aws\":{\"Timestamp\":1795230041000,\"LogGroupName\":\"/snarl/metrics\","
                + "\"LogStreamName\":\"host/1\",\"CloudWatchMetrics\":[{\"Namespace\":\"Snarl\","
                + "\"Dimensions\":[[\"application\",\"rule\",\"severity\"]],"
                + "\"Metrics\":[{\"Name\":\"snarl_findings\",\"Unit\":\"Count\"}]}]},"
                + "\"application\":\"runner\",\"rule\":\"r\",\"severity\":\"warning\","
                + "\"instance\":\"host/1\",\"site\":\"A.a(A.java:1)\",\"snarl_findings\":1}");
  }

  @Test
  void oneValueIsANumberFewAreAnArrayAndRepeatedOnesHaveCounts() {
    JsonObject line =
        lines(
                List.of(
                    datum("one", List.of(0.12345678), List.of(1.0)),
                    datum("few", List.of(-1.5, 2.0), List.of(1.0, 1.0)),
                    datum("many", List.of(1.0, 3.0), List.of(5.0, 2.0))))
            .get(0);
    assertThat(line.get("one").toString()).isEqualTo("0.123457");
    assertThat(line.get("few").toString()).isEqualTo("[-1.5,2]");
    assertThat(line.get("many").toString())
        .isEqualTo(
            "{\"Values\":[1,3],\"Counts\":[5,2],\"Max\":3,\"Min\":1,\"Count\":7,\"Sum\":11}");
  }

  @Test
  void manyMetricsTakeSeveralLinesAndNoneIsLost() {
    List<Datum> data = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      data.add(datum("metric_" + i, List.of(1.0 * i), List.of(1.0)));
    }
    List<JsonObject> lines = lines(data);
    List<String> names = new ArrayList<>();
    for (JsonObject line : lines) {
      JsonArray metrics = metrics(line);
      assertThat(metrics.size()).isLessThanOrEqualTo(100);
      metrics.forEach(metric -> names.add(metric.getAsJsonObject().get("Name").getAsString()));
    }
    assertThat(names).containsExactlyElementsOf(data.stream().map(Datum::metric).toList());
  }

  @Test
  void theLargestDatumStillFits() {
    List<Double> values = new ArrayList<>();
    List<Double> counts = new ArrayList<>();
    for (int i = 0; i < Distribution.MOST; i++) {
      values.add(-1.23456789e-101 / (i + 1));
      counts.add(1e14 - 7 * i);
    }
    Datum largest =
        new Datum(
            "snarl_executor_queue_wait_seconds",
            "Seconds",
            Map.of("application", "y".repeat(250)),
            values,
            counts,
            Map.of());
    assertThat(lines(List.of(largest))).hasSize(1);
  }

  @Test
  void whatFitsIntoNoLineIsCounted() {
    Datum huge =
        new Datum(
            "m", "Count", RUNNER, List.of(1.0), List.of(1.0), Map.of("site", "x".repeat(5_000)));
    EmfLines.Written written =
        EmfLines.of(List.of(huge, datum("n", List.of(1.0), List.of(1.0))), AT, "Snarl", "", "i");
    assertThat(written.lost()).isEqualTo(1);
    assertThat(written.lines()).hasSize(1);
  }

  private static JsonArray metrics(JsonObject line) {
    return line.getAsJsonObject("_aws")
        .getAsJsonArray("CloudWatchMetrics")
        .get(0)
        .getAsJsonObject()
        .getAsJsonArray("Metrics");
  }
}
