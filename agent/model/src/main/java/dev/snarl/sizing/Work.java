package dev.snarl.sizing;

import dev.snarl.snapshot.Durations;

/**
 * The load of a pool. Seconds throughout.
 *
 * @param perSecond tasks that arrive per second
 * @param seconds a task holds a thread on average
 * @param variation squared coefficient of variation of that time: 0 for constant times, 1 for an
 *     exponential distribution, more for a mix of short and long
 * @param cpuSeconds of it that a task needs a processor; 0 if unknown
 */
public record Work(double perSecond, double seconds, double variation, double cpuSeconds) {
  /** Without a measurement: that of an exponential distribution. */
  public static final double UNKNOWN_VARIATION = 1;

  public Work {
    if (!(perSecond >= 0 && seconds >= 0 && variation >= 0 && cpuSeconds >= 0)) {
      throw new IllegalArgumentException(
          "no work: " + perSecond + ", " + seconds + ", " + variation + ", " + cpuSeconds);
    }
  }

  /** Threads that it keeps busy on average: Little's law. */
  public double busyThreads() {
    return perSecond * seconds;
  }

  /** Processors that it keeps busy on average. */
  public double busyProcessors() {
    return perSecond * cpuSeconds;
  }

  /** The same tasks at another rate. */
  public Work at(double newPerSecond) {
    return new Work(newPerSecond, seconds, variation, cpuSeconds);
  }

  /**
   * The maximum tasks per second of this many threads and processors: each thread holds one task,
   * and the processors have a fixed capacity.
   */
  public double capacity(int threads, int processors) {
    double byThreads = seconds > 0 ? threads / seconds : Double.POSITIVE_INFINITY;
    double byProcessors = cpuSeconds > 0 ? processors / cpuSeconds : Double.POSITIVE_INFINITY;
    return Math.min(byThreads, byProcessors);
  }

  /**
   * The squared coefficient of variation of measured times, from their histogram with times spread
   * evenly within each bucket; {@link #UNKNOWN_VARIATION} for none.
   */
  public static double variation(Durations times) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < Durations.buckets(); i++) {
      double from = i == 0 ? 0 : Durations.bound(i - 1) / 1e9;
      double to = i == Durations.buckets() - 1 ? from : Durations.bound(i) / 1e9;
      sum += times.count(i) * (from + to) / 2;
      squares += times.count(i) * (from * from + from * to + to * to) / 3;
    }
    double mean = times.count() == 0 ? 0 : sum / times.count();
    return mean == 0 ? UNKNOWN_VARIATION : Math.max(0, squares / times.count() / (mean * mean) - 1);
  }
}
