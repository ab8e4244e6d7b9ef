package dev.snarl.snapshot;

/**
 * Submit-and-wait at one site, on the busiest single thread within one of its tasks during the last
 * 10 s. A worker that waits once per task does not accumulate: each new task starts at zero.
 *
 * @param site where the thread waits
 * @param waiter folded name of the thread
 * @param futureType class of the futures
 * @param waits waits of that thread for a future that it had itself submitted right before
 * @param waitNanos time that it was parked in those waits
 * @param cycleNanos time from submit to result over those same waits
 * @param windowNanos how far back the first of those waits lies, at most 10 s
 */
public record SerialWait(
    String site,
    String waiter,
    String futureType,
    long waits,
    long waitNanos,
    long cycleNanos,
    long windowNanos) {}
