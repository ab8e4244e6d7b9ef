package dev.snarl.snapshot;

/**
 * Blocked time of one call site, cumulative.
 *
 * @param site where the application waits
 * @param waiter folded name of the waiting threads
 * @param kind {@code completable-future}, {@code future-task} or {@code fork-join-task}
 * @param waits waits that ended, those shorter than a millisecond included
 * @param nanos time parked, waits still in progress included
 */
public record BlockedSite(String site, String waiter, String kind, long waits, long nanos) {}
