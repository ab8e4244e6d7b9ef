package dev.snarl.snapshot;

/**
 * Executors built at one call site, cumulative.
 *
 * @param site where they are built
 * @param type class name of the last one
 * @param built executors built
 * @param perCall those that ran a task, got tasks only from the thread that built them, and were
 *     then idle for a second or shut down
 * @param alive those that are not shut down and not collected
 * @param threads threads that the live ones hold
 */
public record BuildSite(
    String site, String type, long built, long perCall, long alive, long threads) {}
