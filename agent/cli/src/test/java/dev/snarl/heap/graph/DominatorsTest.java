package dev.snarl.heap.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.heap.DumpWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dominators and retained sizes against an oracle that takes each object away in turn. */
class DominatorsTest {
  private static final long FIRST = 0x10_0000;
  private static final int STEP = 0x400;

  @TempDir private Path folder = Path.of("");

  private record Shape(List<int[]> references, BitSet roots) {
    int size() {
      return references.size();
    }

    BitSet reached(int without) {
      BitSet seen = new BitSet();
      Deque<Integer> next = new ArrayDeque<>();
      roots.stream()
          .filter(r -> r != without)
          .forEach(
              r -> {
                seen.set(r);
                next.add(r);
              });
      while (!next.isEmpty()) {
        for (int to : references.get(next.remove())) {
          if (to != without && !seen.get(to)) {
            seen.set(to);
            next.add(to);
          }
        }
      }
      return seen;
    }
  }

  @Test
  void threeThousandRandomGraphsAreAsTheOracleSays() throws Exception {
    Random random = new Random(7);
    for (int round = 0; round < 3_000; round++) {
      int size = 1 + random.nextInt(24);
      check(shape(random, size, 1 + random.nextInt(4)), round);
    }
  }

  @Test
  void aFewLargerGraphsAreAsTheOracleSays() throws Exception {
    Random random = new Random(11);
    for (int round = 0; round < 20; round++) {
      check(shape(random, 300, 2), round);
    }
  }

  private static Shape shape(Random random, int size, int degree) {
    List<int[]> references = new ArrayList<>();
    BitSet roots = new BitSet();
    for (int i = 0; i < size; i++) {
      references.add(random.ints(random.nextInt(degree + 1), 0, size).toArray());
      if (random.nextInt(8) == 0) {
        roots.set(i);
      }
    }
    return new Shape(references, roots);
  }

  private static long id(int object) {
    return FIRST + (long) object * STEP;
  }

  private void check(Shape shape, int round) throws Exception {
    DumpWriter writer = new DumpWriter(round % 2 == 0 ? 8 : 4);
    for (int i = 0; i < shape.size(); i++) {
      long[] elements = new long[shape.references().get(i).length];
      for (int j = 0; j < elements.length; j++) {
        elements[j] = id(shape.references().get(i)[j]);
      }
      writer.array(id(i), elements);
    }
    shape.roots().stream().forEach(root -> writer.root(0xff, id(root)));
    try (HeapDump dump = HeapDump.open(writer.write(folder), Progress.NONE)) {
      BitSet reached = shape.reached(-1);
      BitSet[] without = new BitSet[shape.size()];
      for (int i = 0; i < shape.size(); i++) {
        without[i] = shape.reached(i);
        int node = dump.node(id(i));
        assertThat(dump.isReachable(node))
            .as("round %s object %s", round, i)
            .isEqualTo(reached.get(i));
        assertThat(dump.retained(node))
            .as("round %s retained of %s", round, i)
            .isEqualTo(reached.get(i) ? lost(dump, reached, without[i]) : 0);
      }
      for (int i = reached.nextSetBit(0); i >= 0; i = reached.nextSetBit(i + 1)) {
        assertThat(dump.dominator(dump.node(id(i))))
            .as("round %s dominator of %s", round, i)
            .isEqualTo(nearest(dump, reached, without, i));
      }
    }
  }

  private static long lost(HeapDump dump, BitSet all, BitSet left) {
    BitSet gone = (BitSet) all.clone();
    gone.andNot(left);
    return gone.stream().mapToLong(i -> dump.shallow(dump.node(id(i)))).sum();
  }

  /** Of all that dominate an object the one that they all dominate. */
  private static int nearest(HeapDump dump, BitSet reached, BitSet[] without, int object) {
    int nearest = HeapDump.NONE;
    int fewest = Integer.MAX_VALUE;
    for (int d = reached.nextSetBit(0); d >= 0; d = reached.nextSetBit(d + 1)) {
      if (d != object && !without[d].get(object)) {
        int kept = reached.cardinality() - without[d].cardinality();
        if (kept < fewest) {
          fewest = kept;
          nearest = dump.node(id(d));
        }
      }
    }
    return nearest;
  }
}
