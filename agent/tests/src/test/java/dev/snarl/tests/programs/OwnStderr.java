package dev.snarl.tests.programs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Puts a stream of its own in System.err, and says in the end what has come there. */
public final class OwnStderr {
  private OwnStderr() {}

  public static void main(String[] args) throws IOException {
    ByteArrayOutputStream own = new ByteArrayOutputStream();
    System.setErr(new PrintStream(own, true, StandardCharsets.UTF_8));
    System.err.println("the application's own");
    System.out.println("ready");
    Hello.awaitEnd();
    System.out.print(own.toString(StandardCharsets.UTF_8));
    System.exit(0);
  }
}
