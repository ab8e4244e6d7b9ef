package dev.snarl.tests.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The corpus is labelled consistently. RuleDocsTest holds the labels against the rules. */
class LabelsTest {
  private static final List<Program> PROGRAMS = Corpus.programs();

  @Test
  void namesAreUnique() {
    assertThat(PROGRAMS).hasSizeGreaterThan(250);
    assertThat(PROGRAMS.stream().map(Program::name)).doesNotHaveDuplicates();
  }

  @Test
  void twinsExpectNothingAboveANote() {
    assertThat(PROGRAMS.stream().filter(program -> !program.twinOf().isEmpty()))
        .allSatisfy(
            twin ->
                assertThat(twin.expect())
                    .allMatch(expectation -> expectation.severity() == Severity.INFO));
  }

  @Test
  void programsAreShort() throws IOException {
    for (Program program : PROGRAMS) {
      int most = program.libraries().isEmpty() ? 80 : 110; // some bring a server for their library
      assertThat(Files.readAllLines(program.path())).as(program.name()).hasSizeLessThan(most + 1);
    }
  }

  @Test
  void perfectFindingsScorePerfectly() {
    for (Program program : PROGRAMS) {
      for (int jdk : Options.TESTED.stream().filter(program.jdk()::covers).toList()) {
        List<Finding> findings = new ArrayList<>();
        for (Expectation expected : program.expected(jdk)) {
          String site =
              expected.place().isEmpty()
                  ? "A.main(%s:%d)".formatted(program.file(), expected.lines().get(0))
                  : expected.place();
          findings.add(
              new Finding(
                  "" + findings.size(),
                  expected.rule(),
                  expected.severity(),
                  site,
                  "t",
                  false,
                  new JsonObject()));
        }
        Score score = Score.of(program, jdk, findings);
        assertThat(score.misses()).as(program.name()).isEmpty();
        assertThat(score.falseAlarms()).as(program.name()).isEmpty();
      }
    }
  }

  @Test
  void everyLabelIsRead(@TempDir Path folder) throws IOException {
    Program program =
        Labels.read(
            Files.writeString(
                folder.resolve("Named.kt"),
                """
                /*
                 * claim: one sentence
                 *   that goes on
                 * jdk: 21..24
                 * flags: -Xmx1g -Xint
                 * libraries: z:z:1 a:a:1
                 * limits: nofile=300:300
                 * group: pids=200 cpu=0.4
                 * network: own
                 * twin of: late-timer
                 * seconds: 24
                 * full: it is busy
                 * expect (jdk ..24): lost-wait info at here or there
                 * expect: code-cache-full warning at code cache
                 * missed: stuck-task warning at here
                 * evidence: lost-wait parentSite at there
                 * allow: serial-blocking warning
                 */
                fun a() {} // <here>
                fun b() {} // <there>
                """));
    assertThat(program)
        .isEqualTo(
            new Program(
                folder.resolve("Named.kt"),
                "one sentence that goes on",
                new JdkRange(21, 24),
                List.of("-Xmx1g", "-Xint"),
                "late-timer",
                List.of(
                    new Expectation(
                        JdkRange.of("..24"), "lost-wait", Severity.INFO, List.of(19, 20), ""),
                    new Expectation(
                        JdkRange.ALL,
                        "code-cache-full",
                        Severity.WARNING,
                        List.of(),
                        "code cache")),
                List.of(
                    new Expectation(JdkRange.ALL, "stuck-task", Severity.WARNING, List.of(19), "")),
                java.util.Map.of("serial-blocking", Severity.WARNING),
                24,
                true,
                List.of("a:a:1", "z:z:1"),
                List.of("nofile=300:300"),
                new Place(List.of("pids=200", "cpu=0.4"), true),
                List.of(new Program.Evidence("lost-wait", "parentSite", 20))));
    assertThat(program.main()).isEqualTo("NamedKt");
  }

  @Test
  void whatCannotBeReadEndsTheRun(@TempDir Path folder) throws IOException {
    for (String label :
        List.of(
            " * claims: x",
            " * expect: lost-wait info at nowhere",
            " * expect: lost-wait bad at process",
            " * evidence: lost-wait",
            " * network: shared",
            "what is this")) {
      Path file =
          Files.writeString(folder.resolve("P.java"), "/*\n * claim: c\n" + label + "\n */\n");
      assertThatThrownBy(() -> Labels.read(file))
          .as(label)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void rangesOfJdks() {
    assertThat(JdkRange.of("..24").covers(21)).isTrue();
    assertThat(JdkRange.of("..24").covers(25)).isFalse();
    assertThat(JdkRange.of("21..").covers(17)).isFalse();
  }
}
