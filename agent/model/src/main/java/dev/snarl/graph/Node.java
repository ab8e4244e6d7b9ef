package dev.snarl.graph;

import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.List;

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

  /** Whether it is a thread or a pool, not a junction between them. */
  boolean isMember() {
    return subject instanceof Wait || subject instanceof Pool;
  }
}
