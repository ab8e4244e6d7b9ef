package dev.snarl.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * A thread; a virtual one only where it waits for a lock or holds one for which others wait.
 *
 * @param id as {@code Thread.threadId()}
 * @param name as it is; hostile names are cut to 200 characters
 * @param group its name with digits folded, bounded in number: suitable as a label
 * @param pool id of the executor that it belongs to, or null
 */
public record ThreadRef(long id, String name, String group, @Nullable Long pool) {}
