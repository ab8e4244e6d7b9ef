package dev.snarl.heap.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A list of ints that grows without copying: 4 bytes each, in chunks of a megabyte, of which the
 * first starts small.
 */
final class Ints {
  private static final int SHIFT = 18;
  private static final int MASK = (1 << SHIFT) - 1;
  private static final int FIRST = 1 << 10;

  private final List<int[]> grown = new ArrayList<>();
  private int[][] chunks = new int[0][];
  private int[] last = new int[0];
  private int size;

  void add(int value) {
    int at = size & MASK;
    if (at == 0 || at == last.length) {
      grow(at);
    }
    last[at] = value;
    size++;
  }

  private void grow(int at) {
    if (size < 0) {
      throw new TooLarge("more than 2,147,483,647 references");
    }
    if (at > 0) {
      last = Arrays.copyOf(last, at * 4);
      grown.set(grown.size() - 1, last);
    } else {
      last = new int[size == 0 ? FIRST : MASK + 1];
      grown.add(last);
    }
    chunks = grown.toArray(int[][]::new);
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

  /** Its size in bytes. */
  long bytes() {
    return grown.stream().mapToLong(chunk -> 4L * chunk.length).sum();
  }
}
