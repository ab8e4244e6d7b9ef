package dev.snarl.jvm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JVM's performance data, version 2: a header, then entries of a name and a value each, in the
 * byte order that the header names. Numbers are read in place, so a buffer over the JVM's own
 * memory shows their current values; the index of names is rebuilt when entries were added. Used by
 * one thread. A number costs a look-up and a read.
 */
public final class PerfData implements Counters {
  private static final int MAGIC = 0xcafec0c0;
  private static final int VERSION = 2;
  private static final int HEADER = 32;
  private static final int ENTRY = 20;

  private final ByteBuffer data;
  private final Map<String, Place> index = new HashMap<>();
  private int indexed = -1;

  /** The position of a value, and its length: 0 for a number. */
  private record Place(int offset, int length) {}

  private PerfData(ByteBuffer data) {
    this.data = data;
  }

  /** Null if the buffer holds none: without {@code UsePerfData} it has no capacity. */
  public static @Nullable PerfData of(ByteBuffer buffer) {
    ByteBuffer data = buffer.duplicate().order(ByteOrder.BIG_ENDIAN);
    if (data.capacity() < HEADER || data.getInt(0) != MAGIC || data.get(5) != VERSION) {
      return null;
    }
    data.limit(data.capacity());
    data.order(data.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    return new PerfData(data);
  }

  @Override
  public @Nullable Long number(String name) {
    Place place = place(name);
    return place == null || place.length() != 0 ? null : Long.valueOf(data.getLong(place.offset()));
  }

  @Override
  public @Nullable String text(String name) {
    Place place = place(name);
    if (place == null || place.length() == 0) {
      return null;
    }
    byte[] bytes = new byte[place.length()];
    data.get(place.offset(), bytes);
    return string(bytes);
  }

  @Override
  public String source() {
    return "perfdata";
  }

  private @Nullable Place place(String name) {
    int entries = data.getInt(28);
    if (entries != indexed) {
      index(entries);
    }
    return index.get(name);
  }

  /** Stops at the first entry outside the buffer: the writer may be active. */
  private void index(int entries) {
    index.clear();
    int start = data.getInt(24);
    for (int i = 0; i < entries; i++) {
      if (start < HEADER || start > data.capacity() - ENTRY) {
        break;
      }
      int length = data.getInt(start);
      int name = data.getInt(start + 4);
      int vector = data.getInt(start + 8);
      int value = data.getInt(start + 16);
      int bytes = vector == 0 ? Long.BYTES : vector;
      if (length < ENTRY
          || length > data.capacity() - start
          || name < ENTRY
          || name > length
          || vector < 0
          || value < name
          || value > length - bytes) {
        break;
      }
      put(start, name, vector, value);
      start += length;
    }
    indexed = entries;
  }

  private void put(int start, int name, int vector, int value) {
    byte type = data.get(start + 12);
    if ((type == 'J' && vector == 0) || (type == 'B' && vector > 0)) {
      byte[] bytes = new byte[value - name];
      data.get(start + name, bytes);
      index.put(string(bytes), new Place(start + value, vector));
    }
  }

  /** Up to the first zero. */
  private static String string(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }
}
