package dev.snarl.agent;

import dev.snarl.observe.live.Tick;

/**
 * The time until the observer looks again, and whether the rules judge the result. Among thousands
 * of threads a look is expensive, so looks are less frequent: in the long run they use 0.5 % of one
 * core, which leaves the rest of a hundredth to the recorder, but there is at least one in 2.25
 * seconds. The first looks run before their code is compiled, so they have a CPU budget in advance;
 * beyond it they accumulate a debt of up to a fifth of a second. Judging is more expensive than
 * looking, and urgent only while a wait is becoming long: where looks are cheap a deadlock is
 * reported in about a second, everything else within eight. In an idle JVM the longest pause
 * between looks suffices while every second tick asks whether something stirs, and they are judged
 * as rarely as where they are expensive; not in the first seconds, which are all that a test has.
 * The observer's thread only.
 */
final class Pace {

  private static final long SHARE = Math.max(1, 200 / Tick.HURRY);

  private static final long LENT = 1_000_000_000L;
  private static final long MOST_OWED = 200_000_000L;
  private static final int LOOKS = 8;

  // A little less than nine ticks, two ticks and one second: ticks are uneven.
  private static final long CALM = Tick.LONGEST - Tick.NANOS / 2;
  private static final long URGENT = 300_000_000L / Tick.HURRY;
  private static final long QUIET = 900_000_000L / Tick.HURRY;
  private static final long SELDOM = 5_000_000_000L / Tick.HURRY;

  private static final int TICKS_OF_CALM = 2;
  private static final long YOUNG = 15_000_000_000L / Tick.HURRY;

  private long spare = LENT;
  private double mean;
  private long looked;
  private long judged;
  private boolean began;
  private boolean calm;
  private long born;
  private boolean young = true;

  /**
   * All in nanoseconds.
   *
   * @param cpu CPU time that the last look took
   * @param since time from the start of the look before it to its own
   */
  long next(long cpu, long since) {
    spare = Math.max(-MOST_OWED, Math.min(LENT, spare + since / SHARE - cpu));
    mean = mean == 0 ? cpu : mean + (cpu - mean) / LOOKS;
    if (calm) {
      return TICKS_OF_CALM * Tick.NANOS;
    }
    return spare > 0
        ? Tick.NANOS
        : Math.max(Tick.NANOS, Math.min(Tick.LONGEST, (long) (mean * SHARE)));
  }

  /**
   * Whether to look.
   *
   * @param now {@link System#nanoTime}
   * @param stirs something goes on, or has begun
   */
  boolean looks(long now, boolean stirs) {
    calm = began && !stirs;
    if (calm && now - looked < (young ? QUIET : CALM)) {
      return false;
    }
    born = began ? born : now;
    young &= now - born < YOUNG;
    looked = now;
    return true;
  }

  /**
   * Whether it is time to judge.
   *
   * @param now {@link System#nanoTime}
   * @param urgent some thread has begun to wait for long
   * @param lively something goes on, or has happened since it was judged last
   */
  boolean due(long now, boolean urgent, boolean lively) {
    long least = urgent ? URGENT : (lively || young) && spare > 0 ? QUIET : SELDOM;
    return !began || now - judged >= least;
  }

  /** The snapshot of that moment has been judged. */
  void judged(long now) {
    judged = now;
    began = true;
  }
}
