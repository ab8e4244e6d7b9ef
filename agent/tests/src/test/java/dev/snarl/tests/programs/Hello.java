package dev.snarl.tests.programs;

import java.io.IOException;

/** Greets, and ends when its standard input does, with the exit code of its argument. */
public final class Hello {
  private Hello() {}

  public static void main(String[] args) throws IOException {
    System.out.println("hello");
    awaitEnd();
    System.exit(args.length == 0 ? 0 : Integer.parseInt(args[0]));
  }

  static void awaitEnd() throws IOException {
    while (System.in.read() >= 0) {
      // The test keeps the stream open for as long as it looks at this JVM.
    }
  }
}
