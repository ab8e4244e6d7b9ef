package dev.snarl.observe.pools;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.snapshot.Trace;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The latest tasks of one executor: when each was submitted, and how long those that are timed
 * waited and ran. Threads that submit and workers add to it without a lock, a worker at the price
 * of one more look at the clock; the HTTP thread copies it. 200 kB. While tasks come too fast for
 * each to be noted, none is, and what was noted before is dropped: a trace has no gap.
 */
final class TaskTrace {

  /** On average over some seconds; more would be a cost for each submission. */
  private static final double FASTEST = 1_000;

  private static final double AVERAGED_SECONDS = 10;
  private static final int TASKS = 8_192;

  /** A value that is being written while the trace is read is among the latest of these. */
  private static final int UNFINISHED = 64;

  private static final int WORKERS = 1_024;
  private static final long OLDEST = 600_000_000_000L;

  /** A task was submitted this shortly before the time that is its beginning less its wait. */
  private static final long SAME = 2_000_000;

  private static final float RUNS = -1;

  private final AtomicLongArray arrivals = new AtomicLongArray(TASKS);
  private final AtomicInteger arrived = new AtomicInteger();
  private final AtomicLongArray submitted = new AtomicLongArray(TASKS);
  private final AtomicIntegerArray waited = new AtomicIntegerArray(TASKS);
  private final AtomicIntegerArray ran = new AtomicIntegerArray(TASKS);
  private final AtomicInteger begun = new AtomicInteger();

  /** By the worker's id, that and the number of the task that it runs; two may share a place. */
  private final AtomicLongArray running = new AtomicLongArray(WORKERS);

  private double perSecond;
  private int seen;

  private record Timed(long at, float waited, float ran) {}

  /** A task is submitted, in nanoTime. */
  void arrives(long now) {
    arrivals.set(arrived.getAndIncrement() & (TASKS - 1), now);
  }

  /** The current thread begins a task that has waited so long. */
  void begins(long waitedNanos) {
    begins(System.nanoTime(), waitedNanos, JdkCalls.id(Thread.currentThread()));
  }

  void begins(long now, long waitedNanos, long worker) {
    int number = begun.getAndIncrement();
    int at = number & (TASKS - 1);
    submitted.set(at, now - waitedNanos);
    waited.set(at, bits(waitedNanos));
    ran.set(at, Float.floatToRawIntBits(RUNS));
    running.set((int) worker & (WORKERS - 1), worker << 32 | (number & 0xFFFF_FFFFL));
  }

  /** The current thread has run the task that it began last. */
  void ends(long ranNanos) {
    ends(ranNanos, JdkCalls.id(Thread.currentThread()));
  }

  void ends(long ranNanos, long worker) {
    long known = running.get((int) worker & (WORKERS - 1));
    int number = (int) known;
    if (known >>> 32 == (worker & 0xFFFF_FFFFL) && begun.get() - number < TASKS) {
      ran.set(number & (TASKS - 1), bits(ranNanos));
    }
  }

  private static int bits(long nanos) {
    return Float.floatToRawIntBits((float) (nanos / Figures.NANOS));
  }

  /**
   * Decides whether the submissions from here on are noted. The observer's thread only.
   *
   * @param estimate tasks in a second since the last look, for while they are not noted
   */
  void follow(SnarlPool pool, double estimate, double elapsedSeconds) {
    int added = arrived.get();
    double lately = pool.traced ? (added - seen) / Math.max(1e-3, elapsedSeconds) : estimate;
    seen = added;
    perSecond += (lately - perSecond) * Math.min(1, elapsedSeconds / AVERAGED_SECONDS);
    perSecond = Math.min(perSecond, 10 * FASTEST); // so that it is slow again within half a minute
    boolean slow = perSecond <= FASTEST;
    if (slow && !pool.traced) {
      arrived.set(0);
      begun.set(0);
      seen = 0;
    }
    pool.traced = slow;
  }

  private static int held(int added) {
    return added < 0 ? TASKS : Math.min(added, TASKS);
  }

  /** A copy of the last ten minutes, or of less. */
  Trace read(long now) {
    int end = arrived.get();
    int held = held(end);
    long[] at = new long[Math.max(0, held - UNFINISHED)];
    for (int i = 0; i < at.length; i++) {
      at[i] = arrivals.get((end - held + i) & (TASKS - 1));
    }
    at = Arrays.stream(at).filter(each -> now - each <= OLDEST).sorted().toArray();
    double[] seconds = new double[at.length];
    for (int i = 0; i < at.length; i++) {
      seconds[i] = (at[i] - at[0]) / Figures.NANOS;
    }
    List<Timed> timed = timed(now);
    double[] waits = timed.stream().mapToDouble(Timed::waited).toArray();
    return new Trace(seconds, runs(at, timed), waits);
  }

  /** Tasks that have begun, by when they were submitted. */
  private List<Timed> timed(long now) {
    int n = held(begun.get());
    List<Timed> timed = new ArrayList<>(n);
    for (int i = 0; i < n; i++) {
      long at = submitted.get(i);
      if (now - at <= OLDEST) {
        timed.add(
            new Timed(at, Float.intBitsToFloat(waited.get(i)), Float.intBitsToFloat(ran.get(i))));
      }
    }
    timed.sort(Comparator.comparingLong(Timed::at));
    return timed;
  }

  /** The run time of each arrival: both in order, each run goes to the first that it can be of. */
  private static double[] runs(long[] arrivals, List<Timed> timed) {
    double[] runs = new double[arrivals.length];
    Arrays.fill(runs, Double.NaN);
    int task = 0;
    for (Timed each : timed) {
      while (task < arrivals.length && each.at() - arrivals[task] > SAME) {
        task++;
      }
      if (task < arrivals.length && arrivals[task] <= each.at()) {
        runs[task++] = each.ran() == RUNS ? Double.NaN : each.ran();
      }
    }
    return runs;
  }
}
