package dev.snarl.sizing;

import java.util.Locale;

/** What limits a pool's throughput. */
public enum Limit {
  /** It handles all arrivals within the target. */
  NOTHING,
  /** Its threads: more of them help. */
  THREADS,
  /** The processors: more threads do not help. */
  CPU,
  /** Permits of a semaphore: more threads would wait for one too. */
  PERMITS,
  /** A lock, or a monitor: more threads would only lengthen its queue. */
  LOCK,
  /** Something else that other threads release or do: more threads would wait there too. */
  OTHERS;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
