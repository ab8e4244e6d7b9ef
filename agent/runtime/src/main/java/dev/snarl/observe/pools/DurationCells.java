package dev.snarl.observe.pools;

import dev.snarl.snapshot.Durations;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Durations as they come in, from any thread; adding one costs two atomic additions. */
final class DurationCells {
  private final AtomicLongArray counts = new AtomicLongArray(Durations.buckets());
  private final AtomicLong sumNanos = new AtomicLong();
  private Durations last = Durations.NONE;
  private long lastSum;
  private long lastShortest;

  /** {@code tasks}: for how many this one stands. */
  void add(long nanos, int tasks) {
    counts.addAndGet(Durations.bucketOf(nanos), tasks);
    sumNanos.addAndGet(nanos * tasks);
  }

  /** As they stand; the same object while nothing was added. The observer's thread only. */
  Durations read() {
    long sum = sumNanos.get(); // before the counts, which are added to first
    long shortest = counts.get(0);
    if (sum != lastSum || shortest != lastShortest) {
      long[] copy = new long[counts.length()];
      for (int i = 0; i < copy.length; i++) {
        copy[i] = counts.get(i);
      }
      last = Durations.of(copy, sum);
      lastSum = sum;
      lastShortest = shortest;
    }
    return last;
  }
}
