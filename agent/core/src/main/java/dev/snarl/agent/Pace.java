package dev.snarl.agent;

import dev.snarl.observe.Observer;

/**
 * How long until the observer looks again. Among thousands of threads a look is dear, so there it
 * comes less often: in the long run looks take a hundredth of one core, or there is one a second.
 * The first are made before their code is compiled, so what they take is lent. The observer's
 * thread only.
 */
final class Pace {

  private static final long SHARE = 100;
  private static final long LONGEST = 1_000_000_000L;
  private static final long LENT = 2_000_000_000L;
  private static final int LOOKS = 8;

  private long spare = LENT;
  private double mean;

  /**
   * All in nanoseconds.
   *
   * @param cpu CPU time that the last look took
   * @param since time from the start of the look before it to its own
   */
  long next(long cpu, long since) {
    spare = Math.max(0, Math.min(LENT, spare + since / SHARE - cpu));
    mean = mean == 0 ? cpu : mean + (cpu - mean) / LOOKS;
    return spare > 0
        ? Observer.TICK_NANOS
        : Math.max(Observer.TICK_NANOS, Math.min(LONGEST, (long) (mean * SHARE)));
  }
}
