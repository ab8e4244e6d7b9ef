package dev.snarl.heap.graph;

import dev.snarl.heap.hprof.Input;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The strings of the dump's symbol table, by id. Only the position of each is kept; its text is
 * read on first use, and then cached.
 */
final class Names {
  private static final int LONGEST = 4096;

  private final LongIntMap ordinals = new LongIntMap();
  private final Ints positionsHigh = new Ints();
  private final Ints positionsLow = new Ints();
  private final Ints lengths = new Ints();
  private final Map<Long, String> known = new HashMap<>();

  void add(long id, long position, int length) {
    ordinals.put(id, lengths.size());
    positionsHigh.add((int) (position >>> 32));
    positionsLow.add((int) position);
    lengths.add(length);
  }

  /** The text, {@code ""} for id 0, {@code unresolved name 0x…} if the dump lacks it. */
  String get(long id, Input in) {
    return known.computeIfAbsent(id, key -> read(key, in));
  }

  private String read(long id, Input in) {
    int ordinal = ordinals.get(id);
    if (ordinal == LongIntMap.ABSENT) {
      return id == 0 ? "" : "unresolved name 0x" + Long.toHexString(id);
    }
    in.seek(((long) positionsHigh.get(ordinal) << 32) | (positionsLow.get(ordinal) & 0xffff_ffffL));
    byte[] bytes = in.bytes(Math.min(LONGEST, lengths.get(ordinal)));
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
