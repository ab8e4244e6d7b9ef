package dev.snarl.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * What a thread was seen doing.
 *
 * @param blockedIn its blocking call, such as {@code java.lang.Process.waitFor}; null while it runs
 * @param site its first application frame
 * @param input as in {@link Pool.Blocking}
 */
public record Doing(@Nullable String blockedIn, String site, @Nullable String input) {}
