package dev.snarl.heap.graph;

import dev.snarl.heap.hprof.ClassDump;
import dev.snarl.heap.hprof.Input;
import dev.snarl.heap.hprof.RootKind;
import dev.snarl.heap.hprof.Type;
import dev.snarl.heap.hprof.Visitor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * The first pass: every id, the classes, roots, stacks and symbols, and how wide references and
 * headers were in the JVM. 8 bytes for each object.
 */
final class Survey implements Visitor {
  private final int idSize;
  private final LongConsumer progress;
  final Longs ids = new Longs();
  final Names names = new Names();
  final Map<Long, ClassDump> classes = new LinkedHashMap<>();
  final Map<Long, Long> classNames = new HashMap<>();
  final Map<Integer, Long> classBySerial = new HashMap<>();
  final Map<Long, Frame> frames = new HashMap<>();
  final Map<Integer, long[]> traces = new HashMap<>();
  final List<Root> roots = new ArrayList<>();
  private boolean compressed;
  private long objectArray;
  private long objectArrayEnd;
  private long primitiveArray;
  private long primitiveArrayEnd;
  private long primitiveArrayLeast;
  private int shortHeaders;
  private int noHeaders;
  long objectRecords;

  Survey(int idSize, LongConsumer progress) {
    this.idSize = idSize;
    this.progress = progress;
  }

  /** Bytes of a reference in a field. */
  int referenceSize() {
    return compressed ? 4 : idSize;
  }

  /** Whether objects have the one-word headers of JEP 519. */
  boolean compactHeaders() {
    return shortHeaders > 0 && noHeaders == 0;
  }

  @Override
  public void string(long id, long position, int length) {
    names.add(id, position, length);
  }

  @Override
  public void loadedClass(int serial, long id, long nameId) {
    classNames.put(id, nameId);
    classBySerial.put(serial, id);
  }

  @Override
  public void frame(long id, Frame frame) {
    frames.put(id, frame);
  }

  @Override
  public void trace(int serial, int threadSerial, long[] frameIds) {
    traces.put(serial, frameIds);
  }

  @Override
  public void root(RootKind kind, long id, int threadSerial, int traceSerial, int depth) {
    roots.add(new Root(kind, id, threadSerial, traceSerial, depth));
  }

  @Override
  public void classDump(ClassDump dump) {
    if (classes.putIfAbsent(dump.id(), dump) == null) {
      object(dump.id());
    }
  }

  @Override
  public void instance(long id, long classId, int length, long position, Input in) {
    object(id);
  }

  /**
   * References are compressed if an array begins before the previous one could end with
   * uncompressed references; Eclipse MAT infers this in the same way.
   */
  @Override
  public void objectArray(long id, long classId, int count, long position, Input in) {
    if (idSize == 8 && id > objectArray && id < objectArrayEnd) {
      compressed = true;
    }
    objectArray = id;
    objectArrayEnd = id + 16 + count * 8L;
    object(id);
  }

  @Override
  public void primitiveArray(long id, int type, int count, long position, Input in) {
    object(id);
    long bytes = (long) count * Type.size(type, 0);
    primitiveArray = id;
    primitiveArrayEnd = id + ((16 + bytes + 7) & -8);
    primitiveArrayLeast = id + ((12 + bytes + 7) & -8);
  }

  /**
   * An object right behind a primitive array that begins 8 bytes too early proves short headers.
   */
  private void object(long id) {
    if (id > primitiveArray && id < primitiveArrayEnd && idSize == 8) {
      if (id >= primitiveArrayLeast) {
        shortHeaders++;
      } else {
        noHeaders++;
      }
    }
    primitiveArrayEnd = 0;
    if (id != 0) {
      ids.add(id);
      objectRecords++;
    }
  }

  @Override
  public void progress(long position) {
    progress.accept(position);
  }
}
