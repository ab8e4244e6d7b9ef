package dev.snarl.heap.hprof;

/**
 * Receives each record. An {@link Input} argument is positioned at the record's data; how much of
 * it is read does not matter.
 */
public interface Visitor {
  default void string(long id, long position, int length) {}

  default void loadedClass(int serial, long id, long nameId) {}

  default void frame(long id, Frame frame) {}

  /** A stack, innermost frame first. */
  default void trace(int serial, int threadSerial, long[] frames) {}

  /**
   * A root.
   *
   * @param threadSerial 0 if the kind of root has none
   * @param traceSerial for a thread, otherwise 0
   * @param depth the frame that holds it, innermost 0; -1 if the kind of root has none
   */
  default void root(RootKind kind, long id, int threadSerial, int traceSerial, int depth) {}

  default void classDump(ClassDump dump) {}

  /**
   * An object that is no array.
   *
   * @param position of the record
   */
  void instance(long id, long classId, int length, long position, Input in);

  void objectArray(long id, long classId, int count, long position, Input in);

  void primitiveArray(long id, int type, int count, long position, Input in);

  /** Called periodically. */
  default void progress(long position) {}

  /**
   * One frame as the dump names it, by ids of strings.
   *
   * @param line 0 or less if unknown
   */
  record Frame(long methodId, long fileId, int classSerial, int line) {}
}
