package dev.snarl.jvm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes performance data by hand, as a JVM lays it out. */
final class Buffer {
  final ByteBuffer bytes;
  private int entries;
  private int end = 32;

  Buffer(ByteOrder order) {
    bytes = ByteBuffer.allocate(8_192);
    bytes.putInt(0, 0xcafec0c0);
    bytes.put(4, (byte) (order == ByteOrder.BIG_ENDIAN ? 0 : 1)).put(5, (byte) 2);
    bytes.order(order).putInt(24, 32);
  }

  Buffer number(String name, long value) {
    int at = entry(name, 0, 'J', Long.BYTES);
    bytes.putLong(at, value);
    return this;
  }

  Buffer text(String name, String value, int room) {
    int at = entry(name, room, 'B', room);
    bytes.put(at, value.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  private int entry(String name, int vector, char type, int room) {
    int value = (20 + name.length() + 1 + 7) & ~7;
    int length = (value + room + 7) & ~7;
    bytes.putInt(end, length).putInt(end + 4, 20).putInt(end + 8, vector);
    bytes.put(end + 12, (byte) type).putInt(end + 16, value);
    bytes.put(end + 20, name.getBytes(StandardCharsets.UTF_8));
    int at = end + value;
    end += length;
    bytes.putInt(28, ++entries);
    return at;
  }
}
