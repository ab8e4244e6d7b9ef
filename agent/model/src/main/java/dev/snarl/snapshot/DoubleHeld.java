package dev.snarl.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * Two platform threads held for one job: a waiter blocked on a future, or on what stands for one,
 * whose task ran on a worker that was itself blocked, the waiter having no other unfinished task.
 * Cumulative per pair of sites.
 *
 * @param waiterSite where the waiter waits
 * @param workerSite where the worker is blocked
 * @param waiterPool folded name of the waiting threads
 * @param workerPool folded name of the working threads, or {@code CompletableFuture.ThreadPerTask}
 *     if each was started for its task
 * @param call the waiting call, such as {@code CompletableFuture.get}
 * @param blockedIn what the worker is blocked in, such as {@code java.lang.Process.waitFor}
 * @param workerCreation {@code pool}, {@code new thread} or {@code unknown}
 * @param waits distinct waits observed in this state
 * @param heldNanos time for which both were observed blocked, summed over pairs of threads
 * @param lastedNanos from the first to the last observation of both blocked, starting again after a
 *     gap of more than five seconds
 * @param waiterThread name of the last observed waiter, as an example
 * @param workerThread name of the last observed worker, as an example
 * @param certainty {@code PROVED} for a future; {@code LIKELY} for a latch, a queue, a monitor or
 *     the end of a thread: the worker runs what the waiter last gave away, and that holds what is
 *     waited for, or such a worker ended such waits before
 * @param odds how often it did, where only that makes it likely
 */
public record DoubleHeld(
    String waiterSite,
    String workerSite,
    String waiterPool,
    String workerPool,
    String call,
    String blockedIn,
    String workerCreation,
    long waits,
    long heldNanos,
    long lastedNanos,
    String waiterThread,
    String workerThread,
    Certainty certainty,
    @Nullable Odds odds) {
  public DoubleHeld(
      String waiterSite,
      String workerSite,
      String waiterPool,
      String workerPool,
      String call,
      String blockedIn,
      String workerCreation,
      long waits,
      long heldNanos,
      long lastedNanos,
      String waiterThread,
      String workerThread,
      Certainty certainty) {
    this(
        waiterSite,
        workerSite,
        waiterPool,
        workerPool,
        call,
        blockedIn,
        workerCreation,
        waits,
        heldNanos,
        lastedNanos,
        waiterThread,
        workerThread,
        certainty,
        null);
  }
}
