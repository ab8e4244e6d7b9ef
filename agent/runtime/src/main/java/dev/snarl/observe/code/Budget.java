package dev.snarl.observe.code;

import dev.snarl.observe.live.Machine;

/**
 * For work whose CPU time is at most a share of all time. What was not used is saved up, 100 ms of
 * it at most, which may be used at once. The observer's thread only.
 */
public final class Budget {
  private static final long AT_ONCE = 100_000_000L;

  private final int pause;
  private long nextAt;

  /**
   * A new one, with all that may be saved up.
   *
   * @param pause how much longer than the work the pause after it is
   */
  public Budget(int pause) {
    this.pause = pause;
    nextAt = System.nanoTime() - pause * AT_ONCE;
  }

  /** Whether any may be done now. */
  public boolean allows() {
    return System.nanoTime() - nextAt >= 0;
  }

  /** Of the work that begins now. */
  public long begin() {
    long cpu = Machine.agentCpuNanos();
    return cpu == 0 ? System.nanoTime() : cpu; // where none is known
  }

  /** What was begun then is done. */
  public void used(long begin) {
    long used = begin() - begin;
    nextAt = Math.max(nextAt, System.nanoTime() - pause * AT_ONCE) + pause * used;
  }
}
