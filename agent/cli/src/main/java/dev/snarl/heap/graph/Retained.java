package dev.snarl.heap.graph;

/**
 * The bytes that each object keeps alive, summed up the dominator tree, and the heaviest child of
 * each. 12 bytes for each object.
 */
final class Retained {
  /** In bytes, by number. */
  final long[] bytes;

  /** The number of the child that retains most, 0 for none. */
  final int[] heaviest;

  Retained(Graph graph, Reach reach, int[] dominator) {
    this.bytes = new long[reach.count + 1];
    this.heaviest = new int[reach.count + 1];
    for (int w = reach.count; w > Reach.ROOT; w--) {
      bytes[w] += graph.shallow(reach.node[w]);
      int above = dominator[w];
      bytes[above] += bytes[w];
      if (heaviest[above] == 0 || bytes[heaviest[above]] < bytes[w]) {
        heaviest[above] = w;
      }
    }
  }
}
