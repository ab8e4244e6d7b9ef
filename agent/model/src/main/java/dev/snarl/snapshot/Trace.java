package dev.snarl.snapshot;

import java.util.Arrays;

/**
 * The latest tasks of one pool: when each was submitted, and of those that were timed how long they
 * waited and ran. A timed task stands for as many as its weight. Immutable.
 */
public final class Trace {
  private final double[] arrivals;
  private final Sample waited;
  private final Sample ran;

  /** Seconds of tasks, each with its weight. Immutable. */
  public static final class Sample {
    private final double[] seconds;
    private final long[] upTo;
    private final double mean;

    /**
     * What was recorded.
     *
     * @param seconds of each
     * @param weights how many tasks each stands for, at least one
     */
    public Sample(double[] seconds, int[] weights) {
      this.seconds = seconds.clone();
      this.upTo = new long[seconds.length];
      long total = 0;
      double sum = 0;
      for (int i = 0; i < seconds.length; i++) {
        total += weights[i];
        upTo[i] = total;
        sum += weights[i] * seconds[i];
      }
      this.mean = total == 0 ? Double.NaN : sum / total;
    }

    /** How many were timed. */
    public int size() {
      return seconds.length;
    }

    /** NaN for none. */
    public double mean() {
      return mean;
    }

    /**
     * One of them, as likely as its weight.
     *
     * @param part chosen by chance, from 0 to below 1
     */
    public double at(double part) {
      long rank = (long) (part * upTo[upTo.length - 1]);
      int found = Arrays.binarySearch(upTo, rank + 1);
      return seconds[found >= 0 ? found : -found - 1];
    }

    /** What this share of all does not exceed; NaN for none. */
    public double quantile(double part) {
      if (seconds.length == 0) {
        return Double.NaN;
      }
      Integer[] order = new Integer[seconds.length];
      Arrays.setAll(order, i -> i);
      Arrays.sort(order, (a, b) -> Double.compare(seconds[a], seconds[b]));
      double rank = part * upTo[upTo.length - 1];
      double below = 0;
      for (int i : order) {
        below += upTo[i] - (i == 0 ? 0 : upTo[i - 1]);
        if (below >= rank) {
          return seconds[i];
        }
      }
      return seconds[order[order.length - 1]];
    }
  }

  /**
   * What was recorded elsewhere.
   *
   * @param arrivals seconds since the first, ascending
   */
  public Trace(double[] arrivals, Sample waited, Sample ran) {
    this.arrivals = arrivals.clone();
    this.waited = waited;
    this.ran = ran;
  }

  /** The number of tasks that were submitted. */
  public int tasks() {
    return arrivals.length;
  }

  /** Seconds after the first that this one was submitted. */
  public double arrival(int task) {
    return arrivals[task];
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
