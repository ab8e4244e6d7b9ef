package dev.snarl.heap.hprof;

/**
 * Where reading had to end before the file did, or before it should have.
 *
 * @param at the first byte that could not be understood
 * @param why in words
 */
public record Damage(long at, String why) {}
