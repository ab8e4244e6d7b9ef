package dev.snarl.publish;

/**
 * What a thread that sleeps in a selector does once, some time after its start. Lives on that
 * thread.
 */
final class Later {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final Runnable what;
  private final long at;
  private boolean begun;

  Later(Runnable what, long now, long millis) {
    this.what = what;
    this.at = now + millis * NANOS_PER_MILLI;
  }

  /** How long the thread may sleep: at least 1 while it has still to be done, then 0, forever. */
  long millisLeft(long now) {
    return begun ? 0 : Math.max(1, (at - now + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
  }

  /** Does it if it is time; never a second time, even if it fails. */
  void proceed(long now) {
    if (!begun && now - at >= 0) {
      begun = true;
      what.run();
    }
  }
}
