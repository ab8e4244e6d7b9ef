package dev.snarl.graph;

import dev.snarl.snapshot.Snapshot;
import java.util.List;

/**
 * The circles of one moment as pages draw them: those that nothing known will ever break, which are
 * deadlocks, and those that end when one of their waits reaches its deadline.
 */
public final class Circles {
  private final Components forGood;
  private final Components untilDeadline;

  public Circles(Snapshot snapshot) {
    Criteria criteria = Criteria.proof(Criteria.MIN_BLOCKED_SECONDS);
    WaitGraph proof = new WaitGraph(snapshot, criteria);
    forGood = proof.components(node -> true);
    untilDeadline =
        new WaitGraph(snapshot, criteria.untilDeadlines()).components(node -> !proof.holds(node));
  }

  /** As names of nodes: bounded, and at least one of each circle until then. */
  public List<List<String>> forGood() {
    return forGood.loops();
  }

  /** The same of those that a deadline breaks. */
  public List<List<String>> untilDeadline() {
    return untilDeadline.loops();
  }

  /** Whether an edge is part of a deadlock. */
  public boolean forGood(Edge edge) {
    return forGood.join(edge.from(), edge.to());
  }

  /** Whether an edge is part of a circle that a deadline breaks. */
  public boolean untilDeadline(Edge edge) {
    return untilDeadline.join(edge.from(), edge.to());
  }
}
