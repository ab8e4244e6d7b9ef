package dev.snarl.heap.graph;

/**
 * The immediate dominator of each object, by numbers of a {@link Reach}: exact, after T. Lengauer
 * and R. E. Tarjan, "A fast algorithm for finding dominators in a flowgraph", ACM TOPLAS 1(1),
 * 1979, with simple path compression, whose time is O(m log n) at worst and linear in practice.
 * Chosen over the semi-NCA algorithm, which is quadratic if a long list ends in an object with many
 * shared references. Linking needs no separate array: a vertex is linked once its number is above
 * the current one. Without recursion; 12 bytes for each object on top of the predecessors.
 */
final class Dominators {
  /** Of the arrays while they are computed. */
  static final long BYTES_PER_OBJECT = 12;

  private final int[] ancestor;
  private final int[] semi;
  private final int[] label;

  /** First the bucket's list, in the end the dominator: a vertex never needs both at once. */
  private final int[] dominator;

  private Dominators(Reach reach) {
    int length = reach.count + 1;
    this.ancestor = reach.parent;
    this.semi = new int[length];
    this.label = new int[length];
    this.dominator = new int[length];
    for (int i = 1; i < length; i++) {
      semi[i] = i;
      label[i] = i;
    }
  }

  /**
   * From number to the number of the dominator; {@link Reach#ROOT} for the top of the tree. The
   * parents of the search are destroyed.
   */
  static int[] of(Reach reach, Predecessors predecessors) {
    Dominators work = new Dominators(reach);
    for (int w = reach.count; w > Reach.ROOT; w--) {
      work.semidominator(w, reach, predecessors);
      int parent = work.ancestor[w];
      work.toBucket(w);
      work.emptyBucket(parent, w);
    }
    return work.finish();
  }

  private void semidominator(int w, Reach reach, Predecessors predecessors) {
    if (reach.top.get(w)) {
      semi[w] = Reach.ROOT;
      return;
    }
    int least = semi[w];
    int end = predecessors.end(w);
    for (int i = predecessors.begin(w); i < end; i++) {
      least = Math.min(least, semi[best(predecessors.get(i), w)]);
    }
    semi[w] = least;
  }

  private void toBucket(int w) {
    int owner = semi[w];
    dominator[w] = dominator[owner];
    dominator[owner] = w;
  }

  /** All of them have this parent as semidominator, and w, just linked, above them. */
  private void emptyBucket(int parent, int w) {
    int v = dominator[parent];
    dominator[parent] = 0;
    while (v != 0) {
      int next = dominator[v];
      int u = best(v, w - 1);
      dominator[v] = semi[u] < semi[v] ? u : parent;
      v = next;
    }
  }

  private int[] finish() {
    for (int w = Reach.ROOT + 1; w < dominator.length; w++) {
      if (dominator[w] != semi[w]) {
        dominator[w] = dominator[dominator[w]];
      }
    }
    dominator[Reach.ROOT] = 0;
    return dominator;
  }

  /**
   * The vertex with the least semidominator on the path of linked vertices above v, which is
   * compressed.
   *
   * @param linkedAbove numbers above this one are linked
   */
  private int best(int v, int linkedAbove) {
    if (v <= linkedAbove) {
      return v;
    }
    int below = 0;
    int x = v;
    while (ancestor[x] > linkedAbove) {
      int above = ancestor[x];
      ancestor[x] = below;
      below = x;
      x = above;
    }
    int root = ancestor[x];
    int best = label[x];
    while (below != 0) {
      int next = ancestor[below];
      if (semi[best] < semi[label[below]]) {
        label[below] = best;
      } else {
        best = label[below];
      }
      ancestor[below] = root;
      below = next;
    }
    return label[v];
  }
}
