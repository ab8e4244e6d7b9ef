package dev.snarl.tests.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.Folders;
import dev.snarl.tests.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
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
          "BenignNettyGroupCloses",
          "BenignTomcatContextStops",
          "BenignCopyOfForkJoin",
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
    Path classes = Files.createTempDirectory("snarl-recorded-classes-");
    try {
      Compiler compiler = new Compiler(classes);
      compiler.compile(programs);
      return new WatchedRuns(compiler, null)
          .of(programs, jdks, false, 6, Judged::of).stream()
              .map(
                  each ->
                      DynamicTest.dynamicTest(
                          each.program().name() + " on " + each.jdk(),
                          () -> {
                            assertThat(each.score().misses()).isEmpty();
                            assertThat(each.score().falseAlarms()).isEmpty();
                          }));
    } finally {
      Folders.delete(classes);
    }
  }

  private record Judged(Program program, Jdk jdk, Score score) {
    static Judged of(Shot shot) throws IOException, InterruptedException {
      List<Finding> said = shot.said("jfr", shot.recording());
      return new Judged(
          shot.program(), shot.jdk(), Score.of(shot.program(), shot.jdk().feature(), said));
    }
  }
}
