package dev.snarl.snapshot;

import java.util.Locale;

/** How certain something is, the most certain first. */
public enum Certainty {
  /** What was observed names both ends. */
  PROVED,
  /** What was observed fits and hardly anything else does, but it does not name the link. */
  LIKELY,
  /** Nothing follows from it. */
  UNKNOWN;

  public boolean atLeast(Certainty other) {
    return compareTo(other) <= 0;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
