package dev.snarl.heap.graph;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * What can be reached from some objects. Referents count, except a phantom reference's, which
 * nobody can read. References from an object to its class do not. Without recursion; 1 bit for each
 * object, and 4 bytes for each that waits to be followed.
 */
public final class Marking {
  private final Graph graph;
  private final BitSet marked = new BitSet();
  private final BitSet watched;
  private final IntPredicate met;
  private final boolean[] phantom;
  private int[] next = new int[1024];
  private int size;

  /**
   * A marking.
   *
   * @param watched objects that are special
   * @param met is told of each of them when it is reached first; whether it is to be followed now
   */
  Marking(Index index, BitSet watched, IntPredicate met) {
    this.graph = index.graph;
    this.watched = watched;
    this.met = met;
    this.phantom = new boolean[index.classes.size()];
    for (HeapClass each : index.classes.all()) {
      phantom[each.number()] = each.isA("java.lang.ref.PhantomReference");
    }
  }

  public boolean has(int node) {
    return marked.get(node);
  }

  /** It is reached; {@link #run} follows it. */
  public void reach(int node) {
    if (node >= 0 && !marked.get(node)) {
      marked.set(node);
      if (!watched.get(node) || met.test(node)) {
        push(node);
      }
    }
  }

  /** {@link #run} follows it, also if it was reached before and was not followed. */
  public void follow(int node) {
    marked.set(node);
    push(node);
  }

  private void push(int node) {
    if (size == next.length) {
      next = Arrays.copyOf(next, size + (size >> 1));
    }
    next[size++] = node;
  }

  /** Follows references until nothing more is reached; referents wait for {@link #referents}. */
  public void run() {
    while (size > 0) {
      int at = graph.start[next[--size]];
      while (at >= 0) {
        int edge = graph.edges.get(at);
        reach(edge < 0 ? ~edge : edge);
        at = edge < 0 ? -1 : at + 1;
      }
    }
  }

  /** Reaches the referents of what is marked; whether there was one. */
  public boolean referents() {
    for (int i = 0; i < graph.weakFrom.size(); i++) {
      int from = graph.weakFrom.get(i);
      int type = graph.classOf[from];
      if (marked.get(from) && (type < 0 || !phantom[type])) {
        reach(graph.weakTo.get(i));
      }
    }
    return size > 0;
  }
}
