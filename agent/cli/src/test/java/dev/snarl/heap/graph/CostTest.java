package dev.snarl.heap.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.heap.DumpWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the index costs, from its own counters: the numbers only ever go down. */
class CostTest {
  private static final int OBJECTS = 200_000;
  private static final long FIRST = 0x10_0000;
  private static final long CONSTANT = 4 << 20;

  @TempDir private Path folder = Path.of("");

  @Test
  void aListCosts54BytesAnObjectAnd8AReferenceInTwoPasses() throws Exception {
    DumpWriter writer = new DumpWriter(8).type(0x900, "a/Node", DumpWriter.OBJECT, "next");
    for (int i = 0; i < OBJECTS; i++) {
      writer.instance(id(i), 0x900, 0, i + 1 < OBJECTS ? id(i + 1) : 0);
    }
    Path file = writer.root(0xff, id(0)).write(folder);
    try (HeapDump dump = HeapDump.open(file, Progress.NONE)) {
      long objects = dump.totals().objects();
      long references = dump.totals().references();
      assertThat(objects).isGreaterThan(OBJECTS);
      assertThat(dump.peakBytes()).isLessThanOrEqualTo(54 * objects + 8 * references + CONSTANT);
      assertThat(dump.passes()).isEqualTo(2);
      assertThat(dump.bytesRead()).isLessThanOrEqualTo(2 * Files.size(file));
      assertThat(dump.retained(dump.node(id(0)))).isEqualTo(24L * OBJECTS);
    }
  }

  private static long id(int object) {
    return FIRST + object * 24L;
  }
}
