package dev.snarl.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * Who ended most of the waits at a line so far, where nothing tells who will end this one. It
 * proves nothing and is no edge of the graph.
 *
 * @param site the line
 * @param waiters whose waits there, by the name of their threads with digits folded; null for all
 * @param thread null where several such threads did
 * @param group their name with digits folded
 * @param pool id of the executor whose workers they are, or null
 * @param doing what the thread, or one of several, was seen doing lately; null if no look found it
 *     at work
 * @param odds how many of the waits they ended
 */
public record Ender(
    String site,
    @Nullable String waiters,
    @Nullable ThreadRef thread,
    String group,
    @Nullable Long pool,
    @Nullable Doing doing,
    Odds odds) {}
