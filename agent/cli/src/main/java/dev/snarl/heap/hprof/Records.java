package dev.snarl.heap.hprof;

import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Walks the records of a dump, one after the other, and stops at the first that breaks the format:
 * what came before it counts. Every length is checked against what is left of the segment and of
 * the file before anything is allocated. Costs one read of the file.
 */
final class Records {
  private static final int STRING = 0x01;
  private static final int LOAD_CLASS = 0x02;
  private static final int FRAME = 0x04;
  private static final int TRACE = 0x05;
  private static final int HEAP_DUMP = 0x0c;
  private static final int SEGMENT = 0x1c;
  private static final int END = 0x2c;
  private static final int HEADER = 9;
  private static final long PROGRESS = 1 << 22;

  private final Input in;
  private final Visitor visitor;
  private final long stop;
  private long whole;
  private long told;

  /**
   * A walk from where the input stands.
   *
   * @param stop a position behind which nothing is read, where an earlier walk ended
   */
  Records(Input in, Visitor visitor, long stop) {
    this.in = in;
    this.visitor = visitor;
    this.stop = Math.min(stop, in.end());
  }

  /** The end of the last record that was whole. */
  long end() {
    return whole;
  }

  /** What kept it from reading to the end, null for nothing. */
  @Nullable Damage walk() {
    whole = in.position();
    boolean segmented = false;
    boolean ended = false;
    try {
      while (in.position() < stop) {
        int tag = in.u1();
        in.skip(4);
        long length = in.u4();
        long start = in.position();
        if (tag == HEAP_DUMP) {
          length = longLength(start, length);
        }
        segmented |= tag == SEGMENT;
        ended |= tag == END;
        boolean heap = tag == HEAP_DUMP || tag == SEGMENT;
        if (!heap && length > stop - start) {
          throw new Malformed(beyond("a record", length, stop - start));
        }
        if (heap) {
          segment(start + length);
        } else {
          record(tag, length, start);
          in.seek(start + length);
        }
        whole = in.position();
        tell();
      }
    } catch (Malformed e) {
      return whole >= stop && stop < in.end() ? null : new Damage(whole, e.why());
    } catch (UncheckedIOException e) {
      return new Damage(whole, "the file cannot be read on: " + e.getCause());
    }
    return segmented && !ended && stop == in.end()
        ? new Damage(whole, "the record that ends a dump is missing")
        : null;
  }

  private void record(int tag, long length, long start) {
    switch (tag) {
      case STRING -> {
        long id = in.id();
        long bytes = length - in.idSize();
        if (bytes < 0 || bytes > Integer.MAX_VALUE - 16) {
          throw new Malformed("a string of " + bytes + " bytes");
        }
        visitor.string(id, in.position(), (int) bytes);
      }
      case LOAD_CLASS -> {
        int serial = in.i4();
        long id = in.id();
        in.skip(4);
        visitor.loadedClass(serial, id, in.id());
      }
      case FRAME -> {
        long id = in.id();
        long method = in.id();
        in.id();
        visitor.frame(id, new Visitor.Frame(method, in.id(), in.i4(), in.i4()));
      }
      case TRACE -> trace(length);
      default -> {
        if (tag == 0 || tag > END) {
          throw new Malformed(
              "there is no record 0x" + Integer.toHexString(tag) + " in the format");
        }
      }
    }
    if (in.position() > start + length) {
      throw new Malformed("a record is shorter than its kind");
    }
  }

  private void trace(long length) {
    int serial = in.i4();
    int thread = in.i4();
    long count = in.u4();
    if (count * in.idSize() > length - 12) {
      throw new Malformed(beyond("a stack", count * in.idSize(), length - 12));
    }
    long[] frames = new long[(int) count];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = in.id();
    }
    visitor.trace(serial, thread, frames);
  }

  /**
   * Dumps of more than 4 GB in one record, as old JVMs wrote them, have the length cut to 32 bits.
   */
  private long longLength(long start, long length) {
    long possible = length;
    while (start + possible < in.end() && !recordFollows(start + possible)) {
      possible += 1L << 32;
    }
    return possible == 0 || start + possible > in.end()
        ? Math.max(length, in.end() - start)
        : possible;
  }

  private boolean recordFollows(long position) {
    long here = in.position();
    in.seek(position);
    int tag = in.end() - position >= HEADER ? in.u1() : -1;
    in.seek(here);
    return tag == -1 || (tag > 0 && tag <= 0x0e) || tag == SEGMENT || tag == END;
  }

  private void segment(long segmentEnd) {
    long end = Math.min(segmentEnd, stop);
    int idSize = in.idSize();
    while (in.position() < end) {
      long start = in.position();
      int tag = in.u1();
      switch (tag) {
        case 0xff -> root(RootKind.UNKNOWN, 0, false, false);
        case 0x01 -> root(RootKind.JNI_GLOBAL, idSize, false, false);
        case 0x02 -> root(RootKind.JNI_LOCAL, 0, true, true);
        case 0x03 -> root(RootKind.JAVA_FRAME, 0, true, true);
        case 0x04 -> root(RootKind.NATIVE_STACK, 0, true, false);
        case 0x05 -> root(RootKind.SYSTEM_CLASS, 0, false, false);
        case 0x06 -> root(RootKind.THREAD_BLOCK, 0, true, false);
        case 0x07 -> root(RootKind.MONITOR, 0, false, false);
        case 0x08 -> visitor.root(RootKind.THREAD, in.id(), in.i4(), in.i4(), -1);
        case 0x20 -> {
          ClassDump dump = ClassDump.read(in);
          if (in.position() <= end) {
            visitor.classDump(dump);
          }
        }
        case 0x21 -> instance(start, end);
        case 0x22 -> objectArray(start, end);
        case 0x23 -> primitiveArray(start, end);
        default -> throw new Malformed("there is no heap record 0x" + Integer.toHexString(tag));
      }
      if (in.position() > end) {
        throw new Malformed("a heap record crosses the end of its segment");
      }
      whole = in.position();
      if (whole - told > PROGRESS) {
        tell();
      }
    }
    if (end < segmentEnd) {
      throw new Malformed(beyond("a segment", segmentEnd - in.position(), 0));
    }
  }

  private void root(RootKind kind, int skipped, boolean thread, boolean frame) {
    long id = in.id();
    in.skip(skipped);
    visitor.root(kind, id, thread ? in.i4() : 0, 0, frame ? in.i4() : -1);
  }

  private void instance(long start, long end) {
    long id = in.id();
    in.skip(4);
    long classId = in.id();
    long length = in.u4();
    long data = fits("an object", length, end);
    visitor.instance(id, classId, elements(length), start, in);
    in.seek(data + length);
  }

  private void objectArray(long start, long end) {
    long id = in.id();
    in.skip(4);
    long count = in.u4();
    long classId = in.id();
    long length = count * in.idSize();
    long data = fits("an array", length, end);
    visitor.objectArray(id, classId, elements(count), start, in);
    in.seek(data + length);
  }

  private void primitiveArray(long start, long end) {
    long id = in.id();
    in.skip(4);
    long count = in.u4();
    int type = in.u1();
    if (!Type.isPrimitive(type)) {
      throw new Malformed("there is no array of the basic type " + type);
    }
    long length = count * Type.size(type, 0);
    long data = fits("an array", length, end);
    visitor.primitiveArray(id, type, elements(count), start, in);
    in.seek(data + length);
  }

  private static int elements(long count) {
    if (count > Integer.MAX_VALUE) {
      throw new Malformed("an array of " + count + " elements");
    }
    return (int) count;
  }

  private long fits(String what, long length, long end) {
    long data = in.position();
    if (length > end - data || length > Integer.MAX_VALUE * 8L) {
      throw new Malformed(beyond(what, length, end - data));
    }
    return data;
  }

  private static String beyond(String what, long length, long left) {
    return what + " of " + length + " bytes where " + Math.max(0, left) + " are left";
  }

  private void tell() {
    told = in.position();
    visitor.progress(told);
  }
}
