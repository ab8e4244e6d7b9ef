package dev.snarl.snapshot;

/**
 * A thread that must act before another can go on, and what it was seen doing meanwhile.
 *
 * @param group its name with digits folded
 */
public record Actor(String group, Doing doing) {}
