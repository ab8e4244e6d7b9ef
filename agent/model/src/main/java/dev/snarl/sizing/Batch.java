package dev.snarl.sizing;

/**
 * A number of jobs that all lie in the queue: how long they take, and what they need.
 *
 * @param jobs how many
 * @param seconds each holds a thread
 * @param cpuSeconds of it each needs a processor; 0 where not known
 */
public record Batch(long jobs, double seconds, double cpuSeconds) {
  /** A hair less than whole: 50.000000001 threads are 50. */
  private static final double ROUNDING = 1 - 1e-9;

  /** How long all take, on threads that are never idle and processors that are never late. */
  public double secondsWith(int threads, int processors) {
    return jobs * Math.max(seconds / threads, cpuSeconds / processors);
  }

  /** The smallest number of threads that are done in time if the processors can. */
  public int threadsFor(double deadlineSeconds) {
    return whole(jobs * seconds / deadlineSeconds);
  }

  /** The smallest number of processors that can be done in time. */
  public int processorsFor(double deadlineSeconds) {
    return whole(jobs * cpuSeconds / deadlineSeconds);
  }

  private static int whole(double number) {
    return (int) Math.max(1, Math.ceil(number * ROUNDING));
  }
}
