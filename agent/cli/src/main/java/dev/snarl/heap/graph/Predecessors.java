package dev.snarl.heap.graph;

/**
 * The referrers of each object, by numbers of a {@link Reach}. Leaves out what the dominators do
 * not need: references to roots, and those from weakly reachable objects to strongly reachable
 * ones. 4 bytes for each object and 4 for each reference.
 */
final class Predecessors {
  private final int[] start;
  private final int[] from;

  Predecessors(Graph graph, Reach reach) {
    this.start = new int[reach.count + 2];
    Edges count = (u, w) -> start[w + 1]++;
    each(graph, reach, count);
    long sum = 0;
    for (int i = 1; i < start.length; i++) {
      sum += start[i];
      if (sum > Integer.MAX_VALUE - 8) {
        throw new TooLarge("more than 2,147,483,639 references");
      }
      start[i] = (int) sum;
    }
    this.from = new int[(int) sum];
    // Filling moves each start to its end, which is the start of the next.
    Edges fill = (u, w) -> from[start[w]++] = u;
    each(graph, reach, fill);
    System.arraycopy(start, 0, start, 1, start.length - 1);
    start[0] = 0;
  }

  private interface Edges {
    void edge(int from, int to);
  }

  private static void each(Graph graph, Reach reach, Edges edges) {
    for (int node = 0; node < graph.nodes; node++) {
      int u = reach.number[node];
      if (u == 0) {
        continue;
      }
      int type = graph.classNodeOf(node);
      if (type >= 0) {
        edge(reach, u, reach.number[type], edges);
      }
      int at = graph.start[node];
      while (at >= 0) {
        int edge = graph.edges.get(at);
        edge(reach, u, reach.number[edge < 0 ? ~edge : edge], edges);
        at = edge < 0 ? -1 : at + 1;
      }
    }
  }

  private static void edge(Reach reach, int u, int w, Edges edges) {
    if (!reach.top.get(w) && (u <= reach.strong || w > reach.strong)) {
      edges.edge(u, w);
    }
  }

  int begin(int number) {
    return start[number];
  }

  int end(int number) {
    return start[number + 1];
  }

  int get(int index) {
    return from[index];
  }

  /** Its size in bytes. */
  long bytes() {
    return 4L * start.length + 4L * from.length;
  }
}
