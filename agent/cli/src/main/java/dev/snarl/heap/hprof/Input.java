package dev.snarl.heap.hprof;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Big-endian reads from a file at any position, through one buffer on the heap. Buffered rather
 * than mapped: mapped pages count as resident, and a damaged disk kills a process that has mapped
 * it. Not for two threads at once; costs the buffer.
 */
public final class Input implements Closeable {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final int LEAST = 64;

  private final FileChannel channel;
  private final byte[] buffer;
  private final long end;
  private final int idSize;
  private final CRC32C hash = new CRC32C();
  private long base;
  private int at;
  private int limit;
  private long bytesRead;

  Input(Path file, int bufferBytes, int idSize) throws IOException {
    this.channel = FileChannel.open(file);
    this.end = channel.size();
    this.buffer = new byte[(int) Math.max(LEAST, Math.min(bufferBytes, end))];
    this.idSize = idSize;
  }

  public int idSize() {
    return idSize;
  }

  /** The size of the file. */
  public long end() {
    return end;
  }

  public long position() {
    return base + at;
  }

  /** Bytes fetched from the file so far, for the budget of passes. */
  public long bytesRead() {
    return bytesRead;
  }

  public void seek(long position) {
    if (position < 0 || position > end) {
      throw new Malformed("it points to byte " + position + " of " + end);
    }
    long offset = position - base;
    if (offset >= 0 && offset <= limit) {
      at = (int) offset;
    } else {
      base = position;
      at = 0;
      limit = 0;
    }
  }

  public void skip(long bytes) {
    seek(position() + bytes);
  }

  public int u1() {
    need(1);
    return buffer[at++] & 0xff;
  }

  public int u2() {
    need(2);
    int value = ((buffer[at] & 0xff) << 8) | (buffer[at + 1] & 0xff);
    at += 2;
    return value;
  }

  public int i4() {
    need(4);
    int value = (int) INTS.get(buffer, at);
    at += 4;
    return value;
  }

  public long u4() {
    return i4() & 0xffff_ffffL;
  }

  public long i8() {
    need(8);
    long value = (long) LONGS.get(buffer, at);
    at += 8;
    return value;
  }

  public long id() {
    return idSize == 8 ? i8() : u4();
  }

  /** A primitive value or reference of this type, widened to its bits. */
  public long value(int type) {
    return switch (Type.size(type, idSize)) {
      case 1 -> u1();
      case 2 -> u2();
      case 4 -> u4();
      default -> i8();
    };
  }

  public byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    int done = 0;
    while (done < length) {
      if (at == limit) {
        need(1);
      }
      int some = Math.min(length - done, limit - at);
      System.arraycopy(buffer, at, bytes, done, some);
      at += some;
      done += some;
    }
    return bytes;
  }

  /**
   * A hash of the next bytes, which are consumed. CRC-32C, since the JVM has it in machine code
   * from the first call on.
   *
   * @param length no more than the buffer holds
   */
  public int hash(int length) {
    need(length);
    hash.reset();
    hash.update(buffer, at, length);
    at += length;
    return (int) hash.getValue();
  }

  private void need(int bytes) {
    if (limit - at >= bytes) {
      return;
    }
    base += at;
    System.arraycopy(buffer, at, buffer, 0, limit - at);
    limit -= at;
    at = 0;
    try {
      while (limit < bytes) {
        int some =
            channel.read(ByteBuffer.wrap(buffer, limit, buffer.length - limit), base + limit);
        if (some <= 0) {
          throw new Malformed("the file ends in the middle of a record");
        }
        limit += some;
        bytesRead += some;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
