package dev.snarl.tests.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.Jdk;
import dev.snarl.tests.corpus.RecordedRuns.Judged;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What {@code jfr} says about recordings of the corpus, made without an agent on 17 and 25. */
class RecordingsTest {
  /** Of each rule that recordings show, with twins. */
  private static final Set<String> SOME =
      Set.of(
          "PairTimedGet",
          "PairSocketRead",
          "PairJoin",
          "LockContentionMonitor",
          "ThreadPerTaskNewThread",
          "CommonPoolSleeps",
          "HeapOfG1IsFull",
          "PinnedByANativeFrame",
          "BenignShortWaits",
          "BenignStreams",
          "BenignIdleWorkers",
          "BenignCompletedByAReader",
          "IdlePools");

  private static final List<Jdk> JDKS = List.of(Jdk.of(17), Jdk.of(25));

  @Tag("full")
  @TestFactory
  Stream<DynamicTest> faultsAreNamedAtTheirLinesAndTwinsAreSilent() throws Exception {
    List<Program> programs =
        Corpus.programs().stream().filter(each -> SOME.contains(each.name())).toList();
    assertThat(programs).hasSameSizeAs(SOME);
    boolean one = "one".equals(System.getProperty("snarl.tests.jdks"));
    List<Jdk> jdks = one && Jdk.of(25).home() != null ? List.of(Jdk.of(25)) : JDKS;
    return RecordedRuns.of(programs, jdks, 6, RecordedRuns.Shot::judged).stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.program().name() + " on " + each.jdk(),
                    () -> {
                      assertThat(each.score().misses()).isEmpty();
                      assertThat(each.score().falseAlarms()).isEmpty();
                    }));
  }

  /** One row of the table. */
  private static final class Row {
    int found;
    int missed;
    final List<String> wrong = new ArrayList<>();
    int programs;
    int named;
  }

  /**
   * All programs that need no library, beside the rules of JDK Mission Control: {@code
   * target/recordings.md} is the table of docs/recordings.md.
   */
  @Test
  @Tag("full")
  void theTableOfAllPrograms() throws Exception {
    List<Program> programs =
        Corpus.programs().stream()
            .filter(each -> !each.kotlin() && each.libraries().isEmpty() && each.limits().isEmpty())
            .filter(each -> each.place().limits().isEmpty() && !each.place().network())
            .toList();
    List<Map.Entry<Judged, Boolean>> all =
        RecordedRuns.of(
            programs,
            JDKS,
            Integer.getInteger("snarl.tests.corpus.jobs", 8),
            shot -> Map.entry(shot.judged(), MissionControl.names(shot)));
    Map<String, Row> rows = new TreeMap<>();
    List<String> alarms = new ArrayList<>();
    int twins = 0;
    int namedTwins = 0;
    for (Map.Entry<Judged, Boolean> each : all) {
      Program program = each.getKey().program();
      Score score = each.getKey().score();
      boolean benign = program.expected(each.getKey().jdk().feature()).isEmpty();
      twins += benign ? 1 : 0;
      namedTwins += benign && each.getValue() ? 1 : 0;
      score
          .falseAlarms()
          .forEach(
              alarm ->
                  (benign ? alarms : row(rows, alarm.rule()).wrong)
                      .add(program.name() + ": " + alarm.rule()));
      score.hits().forEach(hit -> row(rows, hit.rule()).found++);
      score.misses().forEach(miss -> row(rows, miss.rule()).missed++);
      Stream.concat(score.hits().stream(), score.misses().stream())
          .map(Expectation::rule)
          .distinct()
          .forEach(
              rule -> {
                row(rows, rule).programs++;
                row(rows, rule).named += each.getValue() ? 1 : 0;
              });
    }
    List<String> lines = new ArrayList<>();
    lines.add("| rule | `jfr`: at the line | elsewhere or otherwise | runs | JMC names a class |");
    lines.add("|---|--:|--:|--:|--:|");
    rows.entrySet().stream()
        .sorted(Comparator.comparing(row -> -row.getValue().found))
        .forEach(
            row ->
                lines.add(
                    "| `%s` | %d of %d | %d | %d | %d |"
                        .formatted(
                            row.getKey(),
                            row.getValue().found,
                            row.getValue().found + row.getValue().missed,
                            row.getValue().wrong.size(),
                            row.getValue().programs,
                            row.getValue().named)));
    lines.add(
        "| programs without a fault | %d false alarms | | %d | %d |"
            .formatted(alarms.size(), twins, namedTwins));
    Files.write(Path.of("target/recordings.md"), lines);
    assertThat(alarms).isEmpty();
  }

  private static Row row(Map<String, Row> rows, String rule) {
    return rows.computeIfAbsent(rule, r -> new Row());
  }
}
