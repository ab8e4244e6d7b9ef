package dev.snarl.observe.pools;

import dev.snarl.snapshot.Trace;
import java.util.Arrays;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The latest tasks of one executor: when each was submitted, and how long those that are timed
 * waited and ran. Threads that submit and workers add to it without a lock; the HTTP thread copies
 * it. 128 kB. While tasks come too fast for each to be noted, none is, and what was noted before is
 * dropped: a trace has no gap.
 */
final class TaskTrace {

  /** On average over some seconds; more would be a cost for each submission. */
  private static final double FASTEST = 1_000;

  private static final double AVERAGED_SECONDS = 10;
  private static final int ARRIVALS = 8_192;
  private static final int TIMES = 4_096;
  private static final double NANOS = 1e9;
  private static final long OLDEST = 600_000_000_000L;

  /** The latest values; a power of two of them. */
  static final class Ring {
    /** A value that is being written while the ring is read is among the latest of these. */
    private static final int UNFINISHED = 64;

    private final AtomicLongArray values;
    private final AtomicIntegerArray weights;
    private final AtomicInteger next = new AtomicInteger();

    /** {@code weighted}: with for how many tasks each value stands. */
    Ring(int size, boolean weighted) {
      values = new AtomicLongArray(size);
      weights = new AtomicIntegerArray(weighted ? size : 0);
    }

    void add(long value, int weight) {
      int at = next.getAndIncrement() & (values.length() - 1);
      if (weights.length() > 0) {
        weights.set(at, weight);
      }
      values.set(at, value);
    }

    private int added() {
      return next.get();
    }

    /** All that are complete, oldest first. */
    private long[] read() {
      int end = next.get();
      int held = end < 0 ? values.length() : Math.min(end, values.length());
      long[] read = new long[Math.max(0, held - UNFINISHED)];
      for (int i = 0; i < read.length; i++) {
        read[i] = values.get((end - held + i) & (values.length() - 1));
      }
      return read;
    }

    private Trace.Sample sample() {
      int end = next.get();
      int held = end < 0 ? values.length() : Math.min(end, values.length());
      double[] seconds = new double[held];
      int[] counts = new int[held];
      for (int i = 0; i < held; i++) {
        seconds[i] = values.get(i) / NANOS;
        counts[i] = Math.max(1, weights.get(i));
      }
      return new Trace.Sample(seconds, counts);
    }

    private void clear() {
      next.set(0);
    }
  }

  final Ring arrivals = new Ring(ARRIVALS, false);
  final Ring waited = new Ring(TIMES, true);
  final Ring ran = new Ring(TIMES, true);
  private double perSecond;
  private int seen;

  /**
   * Decides whether the submissions from here on are noted. The observer's thread only.
   *
   * @param estimate tasks in a second since the last look, for while they are not noted
   */
  void follow(SnarlPool pool, double estimate, double elapsedSeconds) {
    int added = arrivals.added();
    double lately = pool.traced ? (added - seen) / Math.max(1e-3, elapsedSeconds) : estimate;
    seen = added;
    perSecond += (lately - perSecond) * Math.min(1, elapsedSeconds / AVERAGED_SECONDS);
    perSecond = Math.min(perSecond, 10 * FASTEST); // so that it is slow again within half a minute
    boolean slow = perSecond <= FASTEST;
    if (slow && !pool.traced) {
      arrivals.clear();
      waited.clear();
      ran.clear();
      seen = 0;
    }
    pool.traced = slow;
  }

  /** A copy of the last ten minutes, or of less. */
  Trace read(long now) {
    long[] nanos =
        Arrays.stream(arrivals.read()).filter(at -> now - at <= OLDEST).sorted().toArray();
    double[] seconds = new double[nanos.length];
    for (int i = 0; i < nanos.length; i++) {
      seconds[i] = (nanos[i] - nanos[0]) / NANOS;
    }
    return new Trace(seconds, waited.sample(), ran.sample());
  }
}
