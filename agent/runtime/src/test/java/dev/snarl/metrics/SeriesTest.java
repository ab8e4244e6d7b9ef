package dev.snarl.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.metrics.MetricsRegistry.Format;
import dev.snarl.publish.Sample;
import dev.snarl.snapshot.Pool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Numbers that are none, and more names than fit. */
class SeriesTest {
  private static final int BUCKETS = 20;

  private static Series of(Metric.Type type) {
    return new Series(new Metric("snarl_x_total", type, "1", List.of("site"), "x", "test"));
  }

  @Test
  void aCounterNeverBecomesNotANumberOrInfinite() {
    Series counter = of(Metric.Type.COUNTER);
    counter.add(2.0, "a");
    counter.add(Double.NaN, "a");
    counter.add(Double.POSITIVE_INFINITY, "a");
    counter.add(Double.NEGATIVE_INFINITY, "b");
    assertThat(counter.samples()).isEqualTo(Map.of(List.of("a"), 2.0));
  }

  @Test
  void aGaugeThatCannotBeReadIsNotANumber() {
    Series gauge = of(Metric.Type.GAUGE);
    gauge.add(Double.NaN, "a");
    gauge.add(3.0, "b");
    assertThat(gauge.samples()).containsEntry(List.of("a"), Double.NaN);
    assertThat(gauge.samples()).containsEntry(List.of("b"), 3.0);
  }

  @Test
  void whatHasNoSumIsLeftOutPastTheLimit() {
    Series gauge = of(Metric.Type.GAUGE);
    for (int i = 0; i < 2 * Series.MOST; i++) {
      gauge.keep(i, "site " + i);
    }
    gauge.keep(9.0, "site 0");
    assertThat(gauge.samples()).hasSize(Series.MOST).containsEntry(List.of("site 0"), 0.0);
  }

  @Test
  void noMetricHasMoreSeriesThanTheDocsSay() {
    List<Pool> pools = new ArrayList<>();
    for (int i = 0; i < 5 * Series.MOST; i++) {
      pools.add(Sample.pool(i, "pool " + "abcdefghij".charAt(i % 10) + i));
    }
    byte[] page;
    try (MetricsRegistry metrics = new MetricsRegistry("runner", Map::of)) {
      page = metrics.scrape(Sample.snapshot(pools), List.of(), Format.OPEN_METRICS);
    }
    Map<String, Integer> counts = new TreeMap<>();
    new String(page, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.substring(0, line.indexOf('{')))
        .forEach(name -> counts.merge(name, 1, Integer::sum));
    assertThat(counts.get("executor_active_threads")).isEqualTo(Series.MOST + 1);
    counts.forEach(
        (name, count) ->
            assertThat(count)
                .as(name)
                .isLessThanOrEqualTo(
                    name.endsWith("_bucket") ? Series.MOST * BUCKETS : Series.MOST + 1));
  }

  @Test
  void theDocsBoundEachLabelOfTheCatalogue() throws IOException {
    String docs = Files.readString(Path.of("../../docs/metrics.md"));
    String table = docs.substring(docs.indexOf("| label |"));
    TreeSet<String> documented = new TreeSet<>();
    table
        .lines()
        .filter(line -> line.startsWith("| `"))
        .forEach(
            line -> {
              Matcher label = Pattern.compile("`(\\w+)`").matcher(line.split("\\|", -1)[1]);
              while (label.find()) {
                documented.add(label.group(1));
              }
            });
    TreeSet<String> labels = new TreeSet<>(List.of("application"));
    Catalogue.all().forEach(metric -> labels.addAll(metric.labels()));
    assertThat(documented).isEqualTo(labels);
  }
}
