package dev.snarl.sizing;

import java.util.Locale;

/** What keeps a pool from doing more. */
public enum Limit {
  /** It does all that arrives within the target. */
  NOTHING,
  /** Its threads: more of them help. */
  THREADS,
  /** The processors: more threads do not help. */
  CPU,
  /** Something that other threads give back or do: more threads wait there too. */
  OTHERS;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
