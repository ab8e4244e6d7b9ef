package dev.snarl.observe.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SentBeforeTest {

  private static int asks(OutputStream out) throws IOException {
    out.write(1);
    return receives();
  }

  private static int onOneLine(PrintWriter out) {
    return out.append('a') == null ? 0 : receives();
  }

  private static int serves(OutputStream out) throws IOException {
    int command = receives();
    out.write(command);
    return command;
  }

  private static int says(OutputStream out) {
    System.err.print(out == null ? "nothing" : "");
    return receives();
  }

  private static int saysAndAsks(PrintWriter out) {
    System.err.print(out == null ? "nothing" : "");
    out.println();
    return receives();
  }

  private static int receives() {
    StackTraceElement[] stack = new Throwable().getStackTrace();
    StackTraceElement frame = stack[1];
    try (InputStream in =
        Objects.requireNonNull(SentBeforeTest.class.getResourceAsStream("SentBeforeTest.class"))) {
      byte[] file = in.readAllBytes();
      boolean sent = SentBefore.at(file, frame.getMethodName(), frame.getLineNumber(), "receives");
      return sent ? 1 : 0;
    } catch (IOException e) {
      throw new IllegalStateException(Arrays.toString(stack), e);
    }
  }

  @Test
  void whoAsksHasSentSomethingBeforeAndWhoServesHasNot() throws IOException {
    assertThat(asks(new ByteArrayOutputStream())).isEqualTo(1);
    assertThat(onOneLine(new PrintWriter(Writer.nullWriter()))).isEqualTo(1);
    assertThat(serves(new ByteArrayOutputStream())).isZero();
  }

  @Test
  void whatIsShownOnTheConsoleIsNotSent() {
    assertThat(says(OutputStream.nullOutputStream())).isZero();
    assertThat(saysAndAsks(new PrintWriter(Writer.nullWriter()))).isEqualTo(1);
  }
}
