package dev.snarl.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * A thread that is blocked, now, waiting for a future, a lock or the end of a thread.
 *
 * @param id this wait, never reused
 * @param thread the waiter
 * @param site the waiter's call site, null until the observer has read it
 * @param call the short name of the waiting call, such as {@code CompletableFuture.get}
 * @param futureType class name of what it waits for
 * @param timed whether the wait ends by itself at a deadline, or the future does ({@code
 *     orTimeout})
 * @param blockedNanos how long the thread has been parked in this wait
 * @param need what must happen before the wait can end
 * @param request the request that the waiter works on; null if nothing names it
 */
public record Wait(
    long id,
    ThreadRef thread,
    @Nullable String site,
    String call,
    String futureType,
    boolean timed,
    long blockedNanos,
    Need need,
    @Nullable Request request) {

  /** A wait of a thread that works on no known request. */
  public Wait(
      long id,
      ThreadRef thread,
      @Nullable String site,
      String call,
      String futureType,
      boolean timed,
      long blockedNanos,
      Need need) {
    this(id, thread, site, call, futureType, timed, blockedNanos, need, null);
  }

  /** The same wait, of which this much is known. */
  public Wait needing(Need known) {
    return new Wait(id, thread, site, call, futureType, timed, blockedNanos, known, request);
  }

  /** The same wait, whose deadline never comes. */
  public Wait endless() {
    return new Wait(id, thread, site, call, futureType, false, blockedNanos, need, request);
  }

  /** The same wait, for this request. */
  public Wait of(@Nullable Request known) {
    return new Wait(id, thread, site, call, futureType, timed, blockedNanos, need, known);
  }
}
