package dev.snarl.heap.graph;

/**
 * The objects and what they refer to. A node's number is the position of its id; the last node
 * represents the boot class loader, which no dump holds. The class object of each object's class is
 * a successor too, and is not kept in {@code edges}. 22 bytes for each object, 4 for each
 * reference.
 */
final class Graph {
  static final int NO_CLASS = -1;

  final Addresses addresses;
  final int nodes;

  /** The number of each node's class. */
  final int[] classOf;

  /** Shallow sizes in units of 8 bytes. */
  final int[] size;

  /**
   * The start of a node's references in {@link #edges}, the last of them complemented; negative for
   * none, which for an array of primitives is a hash of its length and contents.
   */
  final int[] start;

  final Ints edges = new Ints();
  final Ints weakFrom = new Ints();
  final Ints weakTo = new Ints();
  final int[] positionLow;
  final byte[] positionHigh;

  /** The node of each class object by the class's number, -1 for a synthetic class. */
  int[] classNode = new int[0];

  /** Nodes that are roots, each once, ascending. */
  int[] roots = new int[0];

  long dangling;

  Graph(Addresses addresses) {
    this.addresses = addresses;
    this.nodes = addresses.size() + 1;
    this.classOf = new int[nodes];
    this.size = new int[nodes];
    this.start = new int[nodes];
    this.positionLow = new int[nodes];
    this.positionHigh = new byte[nodes];
  }

  int bootLoader() {
    return nodes - 1;
  }

  long shallow(int node) {
    return (size[node] & 0xffff_ffffL) << 3;
  }

  long position(int node) {
    return ((positionHigh[node] & 0xffL) << 32) | (positionLow[node] & 0xffff_ffffL);
  }

  /** The node of the class object of a node's class, -1 for none. */
  int classNodeOf(int node) {
    int number = classOf[node];
    return number < 0 ? -1 : classNode[number];
  }

  /** Its size in bytes. */
  long bytes() {
    return addresses.bytes()
        + 17L * nodes
        + edges.bytes()
        + weakFrom.bytes()
        + weakTo.bytes()
        + 4L * classNode.length;
  }
}
