package dev.snarl.snapshot;

/**
 * Blocked time of one call site, cumulative.
 *
 * @param site where the application waits
 * @param waiter folded name of the waiting threads
 * @param kind {@code completable-future}, {@code future-task}, {@code fork-join-task}, or that of a
 *     library: {@code kafka-send}, {@code guava-future}, {@code netty-future}, {@code
 *     reactor-block}, {@code http-client-future}, {@code library-future}; {@code lock} and {@code
 *     monitor} for waits that two looks of the observer found, {@code thread-end} for a join or the
 *     end of a pool; of tasks whose like have ended, {@code latch}, {@code semaphore}, {@code
 *     barrier}, {@code phaser}, {@code exchanger}, {@code queue}, {@code condition}, {@code
 *     stamped-lock}, {@code park} and {@code object}
 * @param waits waits that ended, including those shorter than a millisecond
 * @param nanos time parked, including waits still in progress
 */
public record BlockedSite(String site, String waiter, String kind, long waits, long nanos) {}
