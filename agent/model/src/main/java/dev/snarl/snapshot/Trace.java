package dev.snarl.snapshot;

import java.util.Arrays;

/**
 * The latest tasks of one pool: when each was submitted, how long it ran where that is known, and
 * how long tasks waited. Seconds throughout. Immutable.
 */
public final class Trace {
  private final double[] arrivals;
  private final double[] runs;
  private final Sample waited;
  private final Sample ran;

  /** Seconds of tasks. */
  public static final class Sample {
    private final double[] ascending;
    private final double mean;

    private Sample(double[] seconds) {
      ascending = Arrays.stream(seconds).filter(each -> !Double.isNaN(each)).sorted().toArray();
      mean = Arrays.stream(ascending).average().orElse(Double.NaN);
    }

    public int size() {
      return ascending.length;
    }

    /** NaN for none. */
    public double mean() {
      return mean;
    }

    /** What this share of all does not exceed; NaN for none. */
    public double quantile(double part) {
      int n = ascending.length;
      int at = (int) Math.ceil(part * n) - 1;
      return n == 0 ? Double.NaN : ascending[Math.max(0, Math.min(n - 1, at))];
    }
  }

  /**
   * What was recorded elsewhere.
   *
   * @param arrivals since the first, ascending
   * @param runs of the same tasks, NaN where it is not known
   * @param waits of tasks that have begun, in any order
   */
  public Trace(double[] arrivals, double[] runs, double[] waits) {
    if (arrivals.length != runs.length) {
      throw new IllegalArgumentException(arrivals.length + " tasks and " + runs.length + " runs");
    }
    this.arrivals = arrivals.clone();
    this.runs = runs.clone();
    this.ran = new Sample(runs);
    this.waited = new Sample(waits);
  }

  /** The number of tasks that were submitted. */
  public int tasks() {
    return arrivals.length;
  }

  /** How long after the first this one was submitted. */
  public double arrival(int task) {
    return arrivals[task];
  }

  /** How long this one ran; NaN if it has not ended, was refused or not timed. */
  public double run(int task) {
    return runs[task];
  }

  /** Time from the first submission to the last. */
  public double seconds() {
    return arrivals.length == 0 ? 0 : arrivals[arrivals.length - 1];
  }

  /** Tasks submitted in a second; 0 for fewer than two. */
  public double perSecond() {
    return seconds() > 0 ? (arrivals.length - 1) / seconds() : 0;
  }

  public Sample waited() {
    return waited;
  }

  public Sample ran() {
    return ran;
  }
}
