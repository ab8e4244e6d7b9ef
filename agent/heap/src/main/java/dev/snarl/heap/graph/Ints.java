package dev.snarl.heap.graph;

import java.util.ArrayList;
import java.util.List;

/** A list of ints that grows without copying: 4 bytes each, in chunks of a megabyte. */
final class Ints {
  private static final int SHIFT = 18;
  private static final int MASK = (1 << SHIFT) - 1;

  private final List<int[]> grown = new ArrayList<>();
  private int[][] chunks = new int[0][];
  private int[] last = new int[0];
  private int size;

  void add(int value) {
    int at = size & MASK;
    if (at == 0) {
      if (size < 0) {
        throw new TooLarge("more than 2,147,483,647 references");
      }
      last = new int[MASK + 1];
      grown.add(last);
      chunks = grown.toArray(int[][]::new);
    }
    last[at] = value;
    size++;
  }

  int get(int index) {
    return chunks[index >>> SHIFT][index & MASK];
  }

  void set(int index, int value) {
    chunks[index >>> SHIFT][index & MASK] = value;
  }

  int size() {
    return size;
  }
}
