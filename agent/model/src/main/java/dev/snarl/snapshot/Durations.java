package dev.snarl.snapshot;

import java.util.Arrays;

/**
 * Durations counted in buckets: ten per decade from 0.1 ms to 100 s, the steps of the Renard series
 * R10 (ISO 3). A quantile read from it is off by at most one bucket, a quarter of its value.
 * Immutable.
 */
public final class Durations {

  private static final double[] STEPS = {1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8};
  private static final long[] BOUNDS = bounds();

  public static final Durations NONE = new Durations(new long[BOUNDS.length + 1], 0);

  private final long[] counts;
  private final long count;
  private final long sumNanos;

  private Durations(long[] counts, long sumNanos) {
    this.counts = counts;
    this.count = Arrays.stream(counts).sum();
    this.sumNanos = sumNanos;
  }

  /**
   * Durations counted elsewhere.
   *
   * @param counts one for each of the {@link #buckets}
   */
  public static Durations of(long[] counts, long sumNanos) {
    if (counts.length != buckets()) {
      throw new IllegalArgumentException(counts.length + " buckets instead of " + buckets());
    }
    return new Durations(counts.clone(), sumNanos);
  }

  private static long[] bounds() {
    long[] bounds = new long[6 * STEPS.length + 1];
    for (int i = 0; i < bounds.length; i++) {
      int decade = i / STEPS.length;
      bounds[i] = Math.round(100_000 * Math.pow(10, decade) * STEPS[i % STEPS.length]);
    }
    return bounds;
  }

  /** The number of buckets; the last has no upper bound. */
  public static int buckets() {
    return BOUNDS.length + 1;
  }

  /** Upper bound of a bucket in nanoseconds, inclusive; {@link Long#MAX_VALUE} for the last. */
  public static long bound(int bucket) {
    return bucket < BOUNDS.length ? BOUNDS[bucket] : Long.MAX_VALUE;
  }

  /** The bucket that counts this duration. */
  public static int bucketOf(long nanos) {
    int at = Arrays.binarySearch(BOUNDS, nanos);
    return at >= 0 ? at : -at - 1;
  }

  public long count() {
    return count;
  }

  public long count(int bucket) {
    return counts[bucket];
  }

  public double sumSeconds() {
    return sumNanos / 1e9;
  }

  /** NaN if there are none. */
  public double meanSeconds() {
    return count == 0 ? Double.NaN : sumSeconds() / count;
  }

  /**
   * The duration below which this share of all lies, with linear interpolation within a bucket; NaN
   * if there are none, the largest bound for the last bucket.
   *
   * @param part from 0 to 1
   */
  public double quantileSeconds(double part) {
    if (count == 0) {
      return Double.NaN;
    }
    double rank = part * count;
    long below = 0;
    for (int i = 0; i < BOUNDS.length; i++) {
      if (counts[i] > 0 && below + counts[i] >= rank) {
        double from = i == 0 ? 0 : BOUNDS[i - 1];
        return (from + (BOUNDS[i] - from) * Math.max(0, rank - below) / counts[i]) / 1e9;
      }
      below += counts[i];
    }
    return BOUNDS[BOUNDS.length - 1] / 1e9;
  }

  /** The durations added since. */
  public Durations since(Durations earlier) {
    if (earlier == this) {
      return NONE;
    }
    long[] difference = new long[counts.length];
    for (int i = 0; i < counts.length; i++) {
      difference[i] = Math.max(0, counts[i] - earlier.counts[i]);
    }
    return new Durations(difference, Math.max(0, sumNanos - earlier.sumNanos));
  }
}
