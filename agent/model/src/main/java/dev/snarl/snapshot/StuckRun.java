package dev.snarl.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * A task whose thread has been in one uninterrupted wait for a second or longer, while earlier runs
 * of the same task have ended.
 *
 * @param thread the thread that runs it
 * @param task the application's method that the executor called, such as {@code
 *     com.acme.Mailer.send}
 * @param site the line where it waits, null if no line of the application is on its stack
 * @param blockedIn the call in which it waits
 * @param kind the same in one word, such as {@code latch}
 * @param waitNanos for how long at least
 * @param ended runs of this task that were seen and have ended
 * @param longestNanos the longest of them, at most
 * @param connections of a pool, that the thread has borrowed and not given back
 */
public record StuckRun(
    ThreadRef thread,
    String task,
    @Nullable String site,
    String blockedIn,
    String kind,
    long waitNanos,
    long ended,
    long longestNanos,
    int connections) {}
