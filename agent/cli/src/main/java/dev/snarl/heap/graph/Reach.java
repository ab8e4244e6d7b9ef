package dev.snarl.heap.graph;

import java.util.Arrays;
import java.util.BitSet;

/**
 * A depth-first search from the roots. Objects are numbered in the order of discovery, from 2 on; 1
 * is a node above all roots. Those reachable only through a reference of {@code java.lang.ref} come
 * last, as if they were roots: nothing retains them. Without recursion; 12 bytes for each object,
 * and 4 for each level of the deepest path.
 */
final class Reach {
  static final int ROOT = 1;

  private final Graph graph;

  /** From node to number; 0 for an unreachable object. */
  final int[] number;

  /** From number to node. */
  final int[] node;

  /** From number to the number of the object that it was discovered from. */
  final int[] parent;

  /** Numbers up to this one are reached without a referent. */
  final int strong;

  final int count;

  /** Numbers of roots, and of objects reachable only through a referent. */
  final BitSet top = new BitSet();

  private int met = ROOT;
  private int[] cursors = new int[1024];

  Reach(Graph graph) {
    this.graph = graph;
    this.number = new int[graph.nodes];
    this.node = new int[graph.nodes + 2];
    this.parent = new int[graph.nodes + 2];
    for (int root : graph.roots) {
      from(root);
    }
    this.strong = met;
    int before;
    do {
      before = met;
      for (int i = 0; i < graph.weakFrom.size(); i++) {
        if (number[graph.weakFrom.get(i)] != 0) {
          from(graph.weakTo.get(i));
        }
      }
    } while (met > before);
    this.count = met;
    for (int root : graph.roots) {
      top.set(number[root]);
    }
    for (int i = 0; i < graph.weakFrom.size(); i++) {
      int to = number[graph.weakTo.get(i)];
      if (to > strong && number[graph.weakFrom.get(i)] != 0) {
        top.set(to);
      }
    }
    this.cursors = new int[0];
  }

  private static final int CLASS_FIRST = -2;
  private static final int EXHAUSTED = -1;

  private void from(int root) {
    if (number[root] != 0) {
      return;
    }
    meet(root, ROOT);
    int depth = 0;
    cursors[0] = CLASS_FIRST;
    int at = number[root];
    while (depth >= 0) {
      int successor = step(node[at], depth);
      if (successor < 0) {
        at = parent[at];
        depth--;
      } else if (number[successor] == 0) {
        meet(successor, at);
        at = number[successor];
        if (++depth == cursors.length) {
          cursors = Arrays.copyOf(cursors, depth + (depth >> 1));
        }
        cursors[depth] = CLASS_FIRST;
      }
    }
  }

  private void meet(int which, int from) {
    met++;
    number[which] = met;
    node[met] = which;
    parent[met] = from;
  }

  /** The next successor of a node on the path, -1 at the end; advances its cursor. */
  private int step(int of, int depth) {
    int cursor = cursors[depth];
    if (cursor == CLASS_FIRST) {
      cursors[depth] = graph.start[of] < 0 ? EXHAUSTED : graph.start[of];
      int type = graph.classNodeOf(of);
      if (type >= 0) {
        return type;
      }
      cursor = cursors[depth];
    }
    if (cursor == EXHAUSTED) {
      return -1;
    }
    int edge = graph.edges.get(cursor);
    cursors[depth] = edge < 0 ? EXHAUSTED : cursor + 1;
    return edge < 0 ? ~edge : edge;
  }

  /** Its size in bytes. */
  long bytes() {
    return 4L * (number.length + node.length + parent.length) + top.size() / 8;
  }
}
