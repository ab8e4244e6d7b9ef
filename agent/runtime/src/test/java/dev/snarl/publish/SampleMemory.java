package dev.snarl.publish;

import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Jstat.Table;
import dev.snarl.snapshot.Memory;
import java.util.List;
import java.util.Map;

/** The counters of case A's table, which jstat printed, and a collection that left 140 MB. */
public final class SampleMemory {
  private static final long SECOND = 1_000_000_000L;
  private static final long MB = 1L << 20;

  private SampleMemory() {}

  public static Memory memory() {
    Map<Table, Map<String, Object>> tables =
        Map.of(
            Table.GC,
            Map.of("OC", 163_840.0, "OU", 149_583.8, "YGC", 3191.0, "FGC", 257.0, "GCT", 107.967),
            Table.GCUTIL,
            Map.of("O", 91.30, "M", 99.38));
    return new Memory(
        new Jstat("perfdata", tables),
        new Memory.Collections(108 * SECOND, 257, 257, "Allocation Failure", 1_000 * MB),
        new Memory.Heap(
            256 * MB, 160 * MB, List.of(new Memory.LiveSet(SECOND, 140 * MB, 150 * MB))),
        new Memory.Metaspace(99 * MB, -1, 13 * MB, 1_024 * MB, 9_000),
        Memory.CodeCache.NONE,
        new Memory.Cpu(2 * SECOND, SECOND, SECOND));
  }
}
