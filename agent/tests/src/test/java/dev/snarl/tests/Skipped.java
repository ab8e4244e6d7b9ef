package dev.snarl.tests;

import org.junit.jupiter.api.Assumptions;

/** Ends the running test as skipped, and says so where people look. */
public final class Skipped {
  private Skipped() {}

  public static IllegalStateException because(String why) {
    String message = "SKIPPED: " + why;
    System.err.println(message);
    Assumptions.abort(message);
    return new IllegalStateException(message);
  }
}
