package dev.snarl.snapshot;

/**
 * Waits of threads that had two or more unfinished tasks, however awaited. Cumulative.
 *
 * @param site where the waiter waits
 * @param waiterPool folded name of the waiting threads
 * @param waits distinct waits
 * @param tasks unfinished tasks at the start of those waits, summed; tasks / waits is the ratio
 * @param nanos time parked in those waits
 */
public record FanOut(String site, String waiterPool, long waits, long tasks, long nanos) {}
