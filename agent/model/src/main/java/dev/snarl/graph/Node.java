package dev.snarl.graph;

import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A thread that waits, a pool, or an all-of / any-of between them. */
final class Node {
  /** The subject: a {@link Wait}, a {@link Pool} or a {@link Need}. */
  final Object subject;

  final List<Node> reasons = new ArrayList<>(2);
  final List<Node> dependents = new ArrayList<>(2);
  int reasonsToLose;
  boolean hopeless = true;

  Node(Object subject, int reasonsToLose) {
    this.subject = subject;
    this.reasonsToLose = reasonsToLose;
  }

  void restsOn(Node reason) {
    reasons.add(reason);
    reason.dependents.add(this);
  }

  /** {@code t12} for a thread, {@code p3} for a pool, null between them. */
  @Nullable String name() {
    if (subject instanceof Wait wait) {
      return thread(wait.thread().id());
    }
    return subject instanceof Pool pool ? pool(pool.id()) : null;
  }

  static String thread(long id) {
    return "t" + id;
  }

  static String pool(long id) {
    return "p" + id;
  }
}
