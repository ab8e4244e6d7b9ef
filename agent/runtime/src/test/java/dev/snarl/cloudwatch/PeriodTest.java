package dev.snarl.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.metrics.MetricsRegistry;
import dev.snarl.metrics.Reading;
import dev.snarl.publish.Sample;
import dev.snarl.rules.Rules;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeriodTest {
  private static final String APPLICATION = "runner";
  private final Growth growth = new Growth();

  private Period period() {
    return new Period(Chosen.ALL, APPLICATION, growth);
  }

  private static Reading gauge(String metric, double value, Map<String, String> labels) {
    return new Reading(metric, false, labels, value, null);
  }

  private static Reading counter(String metric, double value, String site) {
    return new Reading(metric, true, Map.of("site", site), value, null);
  }

  private static Reading finding(String rule, String severity, String site) {
    return gauge(Chosen.FINDINGS, 1, Map.of("rule", rule, "severity", severity, "site", site));
  }

  private List<Datum> closed(Period period, Reading... readings) {
    period.sample(List.of(readings));
    period.close(List.of(readings));
    return period.data();
  }

  @Test
  void theChosenMetricsExistAndAreAtMostTwenty() {
    try (MetricsRegistry metrics = new MetricsRegistry(APPLICATION, Map::of)) {
      List<Reading> readings =
          metrics.read(
              Sample.snapshot(),
              List.of(Sample.finding("pool-deadlock", Severity.CRITICAL, 1, false)),
              Chosen.names());
      List<String> names = readings.stream().map(Reading::metric).distinct().toList();
      List<String> expected = new ArrayList<>(Chosen.names());
      expected.remove("jvm_gc_pause_seconds_sum"); // only after a collection
      assertThat(names).containsAll(expected);
      assertThat(closed(period(), readings.toArray(new Reading[0])))
          .hasSizeLessThanOrEqualTo(20)
          .extracting(Datum::metric)
          .containsAll(expected);
    }
    long steady = Chosen.ALL.stream().filter(c -> !c.metric().equals(Chosen.FINDINGS)).count();
    assertThat(steady + Chosen.MOST_FINDINGS).isLessThanOrEqualTo(20);
  }

  @Test
  void labelsThatAreNoDimensionBecomeOneDistribution() {
    List<Datum> data =
        closed(
            period(),
            gauge("executor_queued_tasks", 3, Map.of("name", "a")),
            gauge("executor_queued_tasks", 70, Map.of("name", "b")),
            gauge("executor_queued_tasks", 3, Map.of("name", "c")));
    assertThat(data)
        .containsExactly(
            new Datum(
                "executor_queued_tasks",
                "Count",
                Map.of("application", APPLICATION),
                List.of(3.0, 70.0),
                List.of(2.0, 1.0),
                Map.of()));
  }

  @Test
  void aCounterIsWhatWasAdded() {
    String metric = "snarl_thread_starts_total";
    assertThat(closed(period(), counter(metric, 5, "a"))).singleElement().satisfies(sums(5));
    assertThat(closed(period(), counter(metric, 7, "a"), counter(metric, 4, "b")))
        .singleElement()
        .satisfies(sums(6));
    assertThat(closed(period(), counter(metric, 7, "a"), counter(metric, 4, "b")))
        .singleElement()
        .satisfies(sums(0));
    assertThat(closed(period(), counter(metric, 1, "a"))).singleElement().satisfies(sums(1));
  }

  private static org.assertj.core.api.ThrowingConsumer<Datum> sums(double expected) {
    return datum -> assertThat(datum.sum()).isEqualTo(expected);
  }

  @Test
  void aHistogramIsWhatWasAddedWithItsBuckets() {
    long[] counts = new long[Durations.buckets()];
    counts[3] = 10;
    Reading first = histogram(counts);
    assertThat(closed(period(), first).get(0).count()).isEqualTo(10);
    counts[3] = 11;
    counts[20] = 4;
    List<Datum> second = closed(period(), histogram(counts));
    assertThat(second.get(0).counts()).containsExactly(1.0, 4.0);
    assertThat(second.get(0).unit()).isEqualTo("Seconds");
    assertThat(closed(period(), histogram(counts))).isEmpty();
  }

  private static Reading histogram(long[] counts) {
    Durations some = Durations.of(counts, 1_000_000);
    return new Reading(
        "snarl_executor_queue_wait_seconds",
        true,
        Map.of("name", "pool"),
        (double) some.count(),
        some);
  }

  @Test
  void findingsOfSeverityInfoAreNotSent() {
    List<Datum> data =
        closed(
            period(),
            finding("fan-out-wait", "info", "A.a(A.java:1)"),
            finding("heap-pressure", "warning", "heap"));
    assertThat(data)
        .singleElement()
        .satisfies(
            datum -> {
              assertThat(datum.dimensions())
                  .isEqualTo(
                      Map.of(
                          "application",
                          APPLICATION,
                          "rule",
                          "heap-pressure",
                          "severity",
                          "warning"));
              assertThat(datum.maximum()).isEqualTo(1);
              assertThat(datum.notes()).isEqualTo(Map.of("site", "heap"));
            });
  }

  @Test
  void criticalFindingsAreSentFirstAndThoseWithoutRoomAreCounted() {
    List<Reading> all = new ArrayList<>();
    Rules.ALL.forEach(rule -> all.add(finding(rule.id(), "warning", "x")));
    all.add(finding("pool-deadlock", "critical", "x"));
    Period period = period();
    List<Datum> data = closed(period, all.toArray(new Reading[0]));
    assertThat(data).hasSize(Chosen.MOST_FINDINGS);
    assertThat(data.get(0).dimensions()).containsEntry("severity", "critical");
    assertThat(period.lost()).isEqualTo(all.size() - Chosen.MOST_FINDINGS);
  }

  @Test
  void whatIsNoNumberIsCountedUnlessItMeansUnknown() {
    Period period = period();
    List<Datum> data =
        closed(
            period,
            gauge("process_cpu_usage", Double.NaN, Map.of()),
            gauge("executor_active_threads", Double.POSITIVE_INFINITY, Map.of("name", "a")),
            gauge("executor_queued_tasks", Double.NaN, Map.of("name", "a")));
    assertThat(data).isEmpty();
    assertThat(period.lost()).isEqualTo(2);
  }

  @Test
  void aNameTooLongOrNotAsciiIsCountedAndNotSent() {
    for (String name : List.of("x".repeat(256), "größe")) {
      Chosen one = new Chosen(name, "", "", List.of(), "Count", "Sum", "");
      Period period = new Period(List.of(one), APPLICATION, growth);
      assertThat(closed(period, gauge(name, 1, Map.of()))).isEmpty();
      assertThat(period.lost()).isEqualTo(1);
    }
  }

  @Test
  void aDimensionIsMadeFitForCloudWatch() {
    for (Map.Entry<String, String> name :
        Map.of(" ", "none", "größe\n", "gr__e_", ":a", "_a", "y".repeat(999), "y".repeat(250))
            .entrySet()) {
      Period period = new Period(Chosen.ALL, name.getKey(), new Growth());
      assertThat(closed(period, gauge("process_cpu_usage", 1, Map.of())).get(0).dimensions())
          .isEqualTo(Map.of("application", name.getValue()));
    }
  }
}
