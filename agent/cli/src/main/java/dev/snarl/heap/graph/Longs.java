package dev.snarl.heap.graph;

import java.util.ArrayDeque;

/** A list of longs that grows without copying and is emptied into an array. */
final class Longs {
  private static final int CHUNK = 1 << 16;
  private static final int FIRST = 1 << 8;

  private final ArrayDeque<long[]> chunks = new ArrayDeque<>();
  private long[] last = new long[0];
  private int at;
  private long size;

  void add(long value) {
    if (at == last.length) {
      last = new long[Math.min(CHUNK, Math.max(FIRST, last.length * 2))];
      chunks.add(last);
      at = 0;
    }
    last[at++] = value;
    size++;
  }

  long size() {
    return size;
  }

  /** Moves everything to the array, from an index on; each chunk is garbage once it is copied. */
  void drainTo(long[] target, int from) {
    int to = from;
    while (!chunks.isEmpty()) {
      long[] chunk = chunks.removeFirst();
      int some = chunks.isEmpty() ? at : chunk.length;
      System.arraycopy(chunk, 0, target, to, some);
      to += some;
    }
    last = new long[0];
    at = 0;
    size = 0;
  }
}
