package dev.snarl.tests.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.snarl.tests.Jdk;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The score counts what the README of the corpus says. */
class ScoreTest {
  private static final Program PROGRAM =
      Labels.read(Corpus.FOLDER.resolve("pool-deadlock/DeadlockOwnPool.java"));
  private static final int LINE = PROGRAM.expect().get(0).lines().get(0);
  private static final Finding RIGHT = found("1", "pool-deadlock", Severity.CRITICAL, LINE);

  @Test
  void silenceIsAMiss() {
    assertCounts(0, 1, 0);
  }

  @Test
  void theWrongLineIsAMissAndAFalseAlarm() {
    assertCounts(0, 1, 1, found("1", "pool-deadlock", Severity.CRITICAL, LINE + 1));
  }

  @Test
  void theWrongSeverityIsAMissAndAFalseAlarm() {
    assertCounts(0, 1, 1, found("1", "pool-deadlock", Severity.WARNING, LINE));
  }

  @Test
  void updatesOfAFindingCountOnceAtTheirWorst() {
    Finding first = found("1", "pool-deadlock", Severity.WARNING, LINE);
    assertCounts(1, 0, 0, first, RIGHT, first);
  }

  @Test
  void aSecondFindingOfAnotherRuleIsAFalseAlarm() {
    assertCounts(1, 0, 1, RIGHT, found("2", "unbounded-queue", Severity.INFO, LINE));
  }

  @Test
  void evidenceMustNameTheLineOfItsLabel() {
    Program program = Labels.read(Corpus.FOLDER.resolve("nested-scope/NestedScopePerFollower.kt"));
    Program.Evidence label = program.evidence().get(0);
    assertThat(label.key()).isEqualTo("parentSite");
    assertThat(Run.untrue(program, List.of(evident(program, label, label.line())))).isEmpty();
    assertThat(Run.untrue(program, List.of(evident(program, label, label.line() + 1)))).hasSize(1);
  }

  private static Outcome outcome(List<String> problems, Score score, boolean second) {
    return new Outcome(run(), Duration.ZERO, Duration.ZERO, problems, List.of(), score, second);
  }

  @Test
  void aMissThatPassedAgainIsNamedBeforeTheSum() {
    assertThat(printed(outcome(List.of(), score(RIGHT), true)))
        .endsWith(
            "passed only when run again: DeadlockOwnPool on JDK 17",
            "1 passed, 0 failed, 0 skipped");
  }

  @Test
  void aSecondMissHasNotPassed() {
    assertThat(printed(outcome(List.of(), score(), true)))
        .contains("  missed: pool-deadlock critical at DeadlockOwnPool.java:" + LINE)
        .endsWith(
            "0 of 0 benign twins raised no false alarm",
            "failed: DeadlockOwnPool on JDK 17: missed: pool-deadlock critical at"
                + " DeadlockOwnPool.java:"
                + LINE,
            "0 passed, 1 failed, 0 skipped");
  }

  @Test
  void onlyWhatABusyMachineMayCauseIsWorthASecondRun() {
    Finding alarm = found("2", "unbounded-queue", Severity.INFO, LINE);
    assertThat(outcome(List.of(), score(), false).worthAnother()).isTrue();
    assertThat(outcome(List.of(), score(alarm), false).worthAnother()).isFalse();
    assertThat(outcome(List.of("x"), score(), false).worthAnother()).isFalse();
    assertThat(
            new Outcome(
                    run(),
                    Duration.ZERO,
                    Duration.ZERO,
                    List.of(),
                    List.of("too late"),
                    score(RIGHT),
                    false)
                .worthAnother())
        .isTrue();
  }

  private static List<String> printed(Outcome outcome) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      assertThat(new Table(List.of(outcome), List.of()).print(out)).isEqualTo(outcome.good());
    }
    return bytes.toString(StandardCharsets.UTF_8).lines().filter(l -> !l.isBlank()).toList();
  }

  private static Run run() {
    return new Run(PROGRAM, new Jdk(17, null), "", "", false, Path.of("snarl.jar"));
  }

  private static Score score(Finding... findings) {
    return Score.of(PROGRAM, 17, List.of(findings));
  }

  private static void assertCounts(int hits, int misses, int alarms, Finding... findings) {
    Score score = score(findings);
    assertThat(List.of(score.hits().size(), score.misses().size(), score.falseAlarms().size()))
        .containsExactly(hits, misses, alarms);
  }

  private static Finding found(String id, String rule, Severity severity, int line) {
    String site = "A.main(%s:%d)".formatted(PROGRAM.file(), line);
    return new Finding(id, rule, severity, site, "t", false, new JsonObject());
  }

  private static Finding evident(Program program, Program.Evidence label, int line) {
    JsonObject evidence = new JsonObject();
    evidence.addProperty(label.key(), "publish(%s:%d)".formatted(program.file(), line));
    return new Finding("1", label.rule(), Severity.INFO, "s", "t", false, evidence);
  }
}
