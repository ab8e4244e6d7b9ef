package dev.snarl.graph;

import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Wait;

/**
 * A thread or a pool of a cycle.
 *
 * @param id of the thread or of the pool
 * @param pool whether it is a pool
 */
public record Member(long id, boolean pool) {
  static Member of(Node node) {
    return node.subject instanceof Pool pool
        ? new Member(pool.id(), true)
        : new Member(((Wait) node.subject).thread().id(), false);
  }
}
