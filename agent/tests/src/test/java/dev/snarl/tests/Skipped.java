package dev.snarl.tests;

import org.junit.jupiter.api.Assumptions;

/** Ends the running test as skipped, and says so where people look. */
final class Skipped {
  private Skipped() {}

  static IllegalStateException because(String why) {
    String message = "SKIPPED: " + why;
    System.err.println(message);
    Assumptions.abort(message);
    return new IllegalStateException(message);
  }
}
