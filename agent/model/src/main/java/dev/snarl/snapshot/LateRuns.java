package dev.snarl.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * A scheduler or timer of which a periodic task was late while all of its threads were busy.
 *
 * @param scheduler display name of the pool, or name of the timer's thread
 * @param task class of the task that was late last
 * @param periodNanos its period
 * @param lateNanos how late it is now; 0 if it is not
 * @param longestNanos how late it has been at most
 * @param lateRuns runs that were late, cumulative; of a task that does not start at all, those that
 *     it has missed, at most one in three seconds
 * @param keeper class of the task that kept a thread, empty if unknown
 * @param site the line where that task was seen most often, null if no stack was read
 * @param blockedIn what it was blocked in there, null while it ran
 * @param threads threads of the scheduler
 */
public record LateRuns(
    String scheduler,
    String task,
    long periodNanos,
    long lateNanos,
    long longestNanos,
    long lateRuns,
    String keeper,
    @Nullable String site,
    @Nullable String blockedIn,
    int threads) {}
