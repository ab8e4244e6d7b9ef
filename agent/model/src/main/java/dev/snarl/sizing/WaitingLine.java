package dev.snarl.sizing;

/**
 * A queue before a number of threads, tasks arriving at random: M/G/c. The chance of having to wait
 * is Erlang's C formula; the wait of those that must wait is assumed exponential, its mean that of
 * M/M/c times (1 + variation) / 2 (Lee and Longton 1959; Allen and Cunneen for arrivals at random).
 * Exact for M/M/c; docs/sizing.md has its accuracy otherwise. Linear in the threads.
 *
 * @param work what arrives
 * @param threads that serve it
 * @param mustWait chance of finding all threads busy
 */
public record WaitingLine(Work work, int threads, double mustWait) {

  /** The line before this many threads. */
  public static WaitingLine before(int threads, Work work) {
    double busy = work.busyThreads();
    double blocking = 1;
    for (int k = 1; k <= threads; k++) {
      blocking = blocking(blocking, busy, k);
    }
    return new WaitingLine(work, threads, erlangC(blocking, busy, threads));
  }

  /**
   * The smallest number of threads with which this share of all tasks waits no longer.
   *
   * @param part such as 0.95
   * @param most the largest number considered; also the answer if even that is too few
   */
  public static int smallest(Work work, double part, double seconds, int most) {
    double busy = work.busyThreads();
    double blocking = 1;
    for (int k = 1; k <= most; k++) {
      blocking = blocking(blocking, busy, k);
      WaitingLine line = new WaitingLine(work, k, erlangC(blocking, busy, k));
      if (line.waitSeconds(part) <= seconds) {
        return k;
      }
    }
    return most;
  }

  /** Erlang's B for one thread more. */
  private static double blocking(double fewer, double busy, int threads) {
    return busy * fewer / (threads + busy * fewer);
  }

  private static double erlangC(double blocking, double busy, int threads) {
    double use = busy / threads;
    return use >= 1 ? 1 : blocking / (1 - use * (1 - blocking));
  }

  /** Whether the threads keep up. */
  public boolean keepsUp() {
    return work.busyThreads() < threads;
  }

  /** Mean time in the queue; infinite where the threads do not keep up. */
  public double meanWaitSeconds() {
    return mustWait * meanOfThoseThatWait();
  }

  /** The time in the queue that this share of all tasks does not exceed. */
  public double waitSeconds(double part) {
    if (mustWait <= 1 - part) {
      return 0;
    }
    return meanOfThoseThatWait() * Math.log(mustWait / (1 - part));
  }

  /** Mean number of tasks in the queue: Little's law. */
  public double meanLength() {
    return work.perSecond() == 0 ? 0 : work.perSecond() * meanWaitSeconds();
  }

  private double meanOfThoseThatWait() {
    if (!keepsUp()) {
      return Double.POSITIVE_INFINITY;
    }
    return (1 + work.variation()) / 2 * work.seconds() / (threads - work.busyThreads());
  }
}
