package dev.snarl.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineTest {
  private static final Tangle PAIR = TangleTest.tangle("async-blocking-pair", "");
  private static final String WHERE = BaselineTest.class.getName() + "#test";
  private static final String KNOWN = "async-blocking-pair com.acme.Runs.run " + WHERE;

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @SuppressWarnings("NullAway")
  private Path file;

  @BeforeEach
  void file() {
    file = folder.resolve("baseline.txt");
  }

  static void test() {}

  private static Execution execution() {
    try {
      Method method = BaselineTest.class.getDeclaredMethod("test");
      return new Execution(
          "1", "test()", true, BaselineTest.class, method, "main", TangleTest.OPENED);
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsWrittenDownIsKnown() throws IOException {
    assertThat(new Baseline(file, false).knows(PAIR, WHERE)).isFalse();
    Baseline writing = new Baseline(file, true);
    assertThat(writing.knows(PAIR, WHERE)).isTrue();
    assertThat(writing.knows(PAIR, WHERE)).isTrue();
    assertThat(file).hasContent(KNOWN + '\n');
    assertThat(new Baseline(file, false).knows(PAIR, "-")).isTrue();
    assertThat(new Baseline(file, false).knows(TangleTest.tangle("pool-deadlock", ""), WHERE))
        .isFalse();
  }

  @Test
  void whatItsTestPassesWithoutIsGone() throws IOException {
    Files.writeString(
        file, "# known\n\n" + KNOWN + " # slow\nlock-deadlock com.acme.Lock.take -\n");
    Baseline baseline = new Baseline(file, false);
    assertThat(baseline.gone()).isEmpty();
    baseline.ended(execution(), true);
    assertThat(baseline.gone()).singleElement().asString().contains("Runs.run is gone", WHERE);
    baseline.saw(PAIR);
    assertThat(baseline.gone()).isEmpty();
  }

  @Test
  void aTestThatFailsProvesNothingGone() throws IOException {
    Files.writeString(file, KNOWN);
    Baseline baseline = new Baseline(file, false);
    baseline.ended(execution(), false);
    baseline.ended(execution(), true);
    assertThat(baseline.gone()).isEmpty();
  }
}
