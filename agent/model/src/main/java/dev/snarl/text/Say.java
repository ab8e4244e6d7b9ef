package dev.snarl.text;

import java.io.PrintStream;

/**
 * One line on the process's standard error, whole, marked as ours; on whatever {@code System.err}
 * is the application's code may run, and lines may be lost. Never throws.
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
   * A line about a failure of ours. Not while the JVM ends: what we run on is being taken away, and
   * nobody can do anything about it.
   */
  public static void failure(String text) {
    if (!Shutdown.inProgress()) {
      line(text);
    }
  }

  /** For publishers, whose lines carry the mark already. */
  public static void raw(String text) {
    try {
      stream.println(text);
    } catch (RuntimeException | Error unheard) {
      // what cannot be said is still in /healthz
    }
  }
}
