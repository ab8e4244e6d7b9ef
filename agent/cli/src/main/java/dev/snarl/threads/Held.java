package dev.snarl.threads;

/**
 * A monitor or lock that a thread holds.
 *
 * @param id as in {@link Blocker}
 * @param type its class
 */
public record Held(String id, String type) {}
