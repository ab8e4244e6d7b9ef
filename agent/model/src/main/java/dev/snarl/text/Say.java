package dev.snarl.text;

import java.io.PrintStream;

/**
 * One complete line on the process's standard error, with the agent's prefix. Not {@code
 * System.err}: there the application's code may run, and lines may be lost. Never throws.
 */
public final class Say {

  private static volatile PrintStream stream = System.err;

  private Say() {}

  /** Where lines go from now on; {@code System.err} as it was at first, until this is called. */
  public static void on(PrintStream standardError) {
    stream = standardError;
  }

  /** A line after {@code snarl: }. */
  public static void line(String text) {
    raw("snarl: " + text);
  }

  /**
   * A line about a failure of the agent. Not while the JVM ends: its parts are shutting down, and
   * the failure is no defect.
   */
  public static void failure(String text) {
    if (!Shutdown.inProgress()) {
      line(text);
    }
  }

  /** For publishers, whose lines already have the prefix. */
  public static void raw(String text) {
    try {
      stream.println(text);
    } catch (RuntimeException | Error unheard) {
      // what cannot be printed is still in /healthz
    }
  }
}
