package dev.snarl.sizing;

/**
 * A number of jobs that are all queued: how long they take, and what they need.
 *
 * @param jobs how many
 * @param seconds each holds a thread
 * @param cpuSeconds of it each needs a processor; 0 if unknown
 */
public record Batch(long jobs, double seconds, double cpuSeconds) {
  /** A tolerance for rounding: 50.000000001 threads are 50. */
  private static final double ROUNDING = 1 - 1e-9;

  /** How long all take, if threads are never idle and processors are always available. */
  public double secondsWith(int threads, int processors) {
    return jobs * Math.max(seconds / threads, cpuSeconds / processors);
  }

  /** The smallest number of threads that finish in time if the processors suffice. */
  public int threadsFor(double deadlineSeconds) {
    return whole(jobs * seconds / deadlineSeconds);
  }

  /** The smallest number of processors that can finish in time. */
  public int processorsFor(double deadlineSeconds) {
    return whole(jobs * cpuSeconds / deadlineSeconds);
  }

  private static int whole(double number) {
    return (int) Math.max(1, Math.ceil(number * ROUNDING));
  }
}
