package dev.snarl.observe;

import dev.snarl.snapshot.Durations;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Durations as they come in, from any thread; adding one costs two atomic additions. */
final class DurationCells {
  private final AtomicLongArray counts = new AtomicLongArray(Durations.buckets());
  private final AtomicLong sumNanos = new AtomicLong();

  /** {@code tasks}: for how many this one stands. */
  void add(long nanos, int tasks) {
    counts.addAndGet(Durations.bucketOf(nanos), tasks);
    sumNanos.addAndGet(nanos * tasks);
  }

  Durations read() {
    long[] copy = new long[counts.length()];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = counts.get(i);
    }
    return Durations.of(copy, sumNanos.get());
  }
}
