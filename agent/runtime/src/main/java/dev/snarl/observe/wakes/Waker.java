package dev.snarl.observe.wakes;

import org.jspecify.annotations.Nullable;

/**
 * Who ended a wait, as far as it tells who will end the next one there.
 *
 * @param pool id of the executor whose worker it is, or null
 * @param group its name with digits folded
 * @param task the application's outermost method on its stack: what it was given to do; empty if
 *     none of its frames is the application's
 */
public record Waker(@Nullable Long pool, String group, String task) {}
