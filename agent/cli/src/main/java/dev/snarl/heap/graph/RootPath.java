package dev.snarl.heap.graph;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The shortest path from a root to an object, found by a backward breadth-first search; references
 * from instances to their class count. 4 bytes for each visited object, at most 8 for each object.
 */
final class RootPath {
  private RootPath() {}

  /** Nodes, the root first; empty for an unreachable object. */
  static List<Integer> to(Index index, int node) {
    Reach reach = index.reach;
    int wanted = reach.number[node];
    if (wanted == 0) {
      return List.of();
    }
    BitSet seen = new BitSet();
    Ints queue = new Ints();
    Ints cameFrom = new Ints();
    queue.add(wanted);
    cameFrom.add(-1);
    seen.set(wanted);
    for (int head = 0; head < queue.size(); head++) {
      int w = queue.get(head);
      if (reach.top.get(w)) {
        return walk(index, queue, cameFrom, head);
      }
      int end = index.predecessors.end(w);
      for (int i = index.predecessors.begin(w); i < end; i++) {
        int u = index.predecessors.get(i);
        if (!seen.get(u)) {
          seen.set(u);
          queue.add(u);
          cameFrom.add(head);
        }
      }
    }
    return List.of(node);
  }

  private static List<Integer> walk(Index index, Ints queue, Ints cameFrom, int root) {
    List<Integer> path = new ArrayList<>();
    for (int at = root; at >= 0; at = cameFrom.get(at)) {
      path.add(index.reach.node[queue.get(at)]);
    }
    return path;
  }
}
