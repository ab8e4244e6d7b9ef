package dev.snarl.heap.graph;

/**
 * Sums over a dump.
 *
 * @param objects that roots reach, those only weakly so included, as Eclipse MAT counts them
 * @param bytes of those
 * @param unreachable objects that nothing reaches, and that are left out of everything else
 * @param unreachableBytes of those
 * @param weakly objects of {@code objects} that only a reference of {@code java.lang.ref} leads to
 * @param references between objects, those to classes not counted
 * @param dangling references to what the dump lacks
 */
public record Totals(
    long objects,
    long bytes,
    long unreachable,
    long unreachableBytes,
    long weakly,
    long references,
    long dangling,
    int roots) {

  static Totals of(Index index) {
    Graph graph = index.graph;
    long unreachable = 0;
    long unreachableBytes = 0;
    for (int node = 0; node < graph.nodes; node++) {
      if (index.reach.number[node] == 0) {
        unreachable++;
        unreachableBytes += graph.shallow(node);
      }
    }
    return new Totals(
        index.reach.count - 1L,
        index.retained.bytes[Reach.ROOT],
        unreachable,
        unreachableBytes,
        index.reach.count - index.reach.strong,
        graph.edges.size(),
        graph.dangling,
        graph.roots.length);
  }
}
