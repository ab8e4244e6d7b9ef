package dev.snarl.metrics;

import dev.snarl.snapshot.Durations;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;

/**
 * The published buckets of a histogram: 1, 2 and 5 of each decade from 0.1 ms to 100 s. These are
 * three in ten of the counted buckets, which limits the number of series.
 */
final class Buckets {

  private static final int DECADE = 10;

  private Buckets() {}

  static ClassicHistogramBuckets of(Durations some) {
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    long count = 0;
    int last = Durations.buckets() - 1;
    for (int i = 0; i < last; i++) {
      count += some.count(i);
      int step = i % DECADE;
      if (step == 0 || step == 3 || step == 7) {
        buckets.bucket(Durations.bound(i) / 1e9, count);
        count = 0;
      }
    }
    return buckets.bucket(Double.POSITIVE_INFINITY, count + some.count(last)).build();
  }
}
