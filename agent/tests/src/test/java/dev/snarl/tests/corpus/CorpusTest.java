package dev.snarl.tests.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.ForkedJvm;
import dev.snarl.tests.Skipped;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Every program of the corpus. They run side by side, before the first test reports, and once in
 * this JVM: Surefire repeats a failed test, and nothing excuses a false alarm. With {@code
 * -Dsnarl.tests.jdks=one} each runs on one JDK, with the first compiler alone; with {@code
 * -Dsnarl.tests.corpus.only=NAME} only those with that in their name. What {@code scripts/corpus}
 * would print is in {@code target/corpus.txt}.
 */
@Tag("corpus")
class CorpusTest {
  private static @Nullable Table table;

  @TestFactory
  Stream<DynamicTest> programs() throws Exception {
    Table all = table == null ? run() : table;
    table = all;
    return Stream.concat(
        all.outcomes().stream()
            .map(
                outcome ->
                    DynamicTest.dynamicTest(
                        outcome.run().toString(),
                        () -> assertThat(outcome.complaints()).isEmpty())),
        all.skipped().stream()
            .map(
                reason ->
                    DynamicTest.dynamicTest(
                        reason,
                        () -> {
                          throw Skipped.because(reason);
                        })));
  }

  private static Table run() throws IOException, InterruptedException {
    String jdks = System.getProperty("snarl.tests.jdks", "17,21,25");
    boolean one = jdks.equals("one");
    Options options =
        new Options(
            one ? Options.TESTED : Stream.of(jdks.split(",")).map(Integer::valueOf).toList(),
            Stream.ofNullable(System.getProperty("snarl.tests.corpus.only")).toList(),
            one,
            one,
            Integer.getInteger("snarl.tests.corpus.jobs", one ? 28 : 8),
            ForkedJvm.JAR,
            null,
            false);
    Path file = Path.of("target/corpus.txt");
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8)) {
      Table all = Corpus.run(options, out);
      all.print(out);
      return all;
    }
  }
}
