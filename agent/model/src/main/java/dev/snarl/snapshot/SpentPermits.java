package dev.snarl.snapshot;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A semaphore, or a stamped lock, at which threads wait without time-out while nothing moves: no
 * waiter has gone on or used CPU time, and the number of its permits has not changed.
 *
 * @param call the waiting call, such as {@code Semaphore.acquire}
 * @param site where the first of the threads waits
 * @param waiters the threads, bounded
 * @param stillNanos for how long nothing has moved, at least
 * @param searched whether the stacks of all other threads were read: who took permits is on its way
 *     through the same code, unless another gives them back
 * @param others threads that run a method of the application which the waiters run as well, bounded
 * @param virtual how many virtual threads wait there, none of them in {@code waiters}, bounded
 * @param arrived how many of those have come since nothing has moved
 */
public record SpentPermits(
    String call,
    String site,
    List<ThreadRef> waiters,
    long stillNanos,
    boolean searched,
    List<Other> others,
    int virtual,
    int arrived) {

  /** Permits for which no virtual thread waits. */
  public SpentPermits(
      String call,
      String site,
      List<ThreadRef> waiters,
      long stillNanos,
      boolean searched,
      List<Other> others) {
    this(call, site, waiters, stillNanos, searched, others, 0, 0);
  }

  public SpentPermits {
    waiters = List.copyOf(waiters);
    others = List.copyOf(others);
  }

  /** Whether they are stamps of a lock. */
  public boolean stamps() {
    return call.startsWith("StampedLock.");
  }

  /**
   * A thread that may have taken permits.
   *
   * @param thread its name
   * @param site its line, null if none is the application's
   * @param blockedIn what it is blocked in, null while it runs
   */
  public record Other(String thread, @Nullable String site, @Nullable String blockedIn) {}
}
