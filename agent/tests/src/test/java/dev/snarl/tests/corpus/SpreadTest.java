package dev.snarl.tests.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which programs {@code scripts/test} runs, and on which JDK. */
class SpreadTest {
  private static final List<Program> PROGRAMS = Corpus.programs();

  @Test
  void eachProgramRunsOnAJdkThatItIsFor() {
    for (List<Integer> installed : List.of(List.of(17, 21, 25), List.of(17, 25))) {
      for (Program program : PROGRAMS) {
        List<Integer> able = installed.stream().filter(program.jdk()::covers).toList();
        List<Integer> chosen = Corpus.chosen(program, installed);
        assertThat(able).as(program.name()).containsAll(chosen);
        assertThat(chosen.isEmpty()).isEqualTo(able.isEmpty());
      }
    }
  }

  @Test
  void eachJdkHasItsPart() {
    List<Integer> runs =
        PROGRAMS.stream().flatMap(p -> Corpus.chosen(p, Options.TESTED).stream()).toList();
    assertThat(runs).hasSizeLessThan(PROGRAMS.size() * 6 / 5);
    for (int jdk : Options.TESTED) {
      assertThat(runs.stream().filter(one -> one == jdk)).hasSizeGreaterThan(runs.size() / 5);
    }
  }

  @Test
  void ofEachFolderSomeWithAFaultRunAndSomeWithout() {
    List<Program> some = Corpus.some(PROGRAMS);
    assertThat(PROGRAMS).containsAll(some);
    assertThat(folders(some)).isEqualTo(folders(PROGRAMS));
    folders(PROGRAMS)
        .forEach(
            folder ->
                assertThat(of(folder, some))
                    .as(folder)
                    .isEqualTo(Math.min(6, of(folder, PROGRAMS))));
  }

  private static Set<String> folders(List<Program> programs) {
    return programs.stream().map(SpreadTest::kind).collect(Collectors.toSet());
  }

  private static int of(String kind, List<Program> programs) {
    return (int) programs.stream().filter(program -> kind(program).equals(kind)).count();
  }

  private static String kind(Program program) {
    return program.group() + (program.faults().isEmpty() ? ", none" : ", a fault");
  }

  @Test
  void labelsThatDifferByJdkAreTriedOnEach() {
    List<Integer> installed = List.of(17, 25);
    assertThat(PROGRAMS.stream().filter(Program::differsByJdk))
        .isNotEmpty()
        .allSatisfy(
            program ->
                assertThat(Corpus.chosen(program, installed))
                    .isEqualTo(installed.stream().filter(program.jdk()::covers).toList()));
  }
}
