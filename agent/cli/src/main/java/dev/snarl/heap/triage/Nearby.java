package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapDump;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;

/** The neighbourhood of an object, as far as the caller wants, at most 100,000 objects. */
public final class Nearby {
  private static final int MOST = 100_000;

  private Nearby() {}

  /** Visits the object and, if the visitor wants, what it refers to. */
  public static void visit(HeapDump dump, int from, IntPredicate visitor) {
    Set<Integer> seen = new HashSet<>();
    Deque<Integer> next = new ArrayDeque<>();
    next.add(from);
    seen.add(from);
    while (!next.isEmpty()) {
      int node = next.remove();
      if (visitor.test(node)) {
        dump.references(
            node,
            to -> {
              if (seen.size() < MOST && seen.add(to)) {
                next.add(to);
              }
            });
      }
    }
  }
}
