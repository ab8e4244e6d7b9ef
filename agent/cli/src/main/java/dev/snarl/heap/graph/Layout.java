package dev.snarl.heap.graph;

import dev.snarl.heap.hprof.ClassDump;
import dev.snarl.heap.hprof.Type;

/**
 * Sizes of objects as Eclipse MAT computes them (its HPROF parser: header of a pointer and a
 * reference, fields of each class rounded up to a reference, the whole to the alignment), and with
 * one-word headers where the JVM used those.
 *
 * @param referenceSize bytes of a reference in a field
 * @param header bytes before the fields
 * @param arrayHeader bytes before the elements
 * @param alignment of objects
 */
record Layout(int referenceSize, int header, int arrayHeader, int alignment) {

  static Layout of(int pointer, int reference, boolean compactHeaders, int alignment) {
    int header = compactHeaders ? 8 : pointer + reference;
    int arrayHeader = (int) up(header + 4, reference);
    return new Layout(reference, header, arrayHeader, alignment);
  }

  /** Bytes of a class's own fields. */
  int fields(ClassDump dump) {
    int bytes = 0;
    for (ClassDump.Field field : dump.fields()) {
      bytes += Type.size(field.type(), referenceSize);
    }
    return bytes;
  }

  /** The unaligned size with the fields of one more class. */
  long with(long superSize, int ownFields) {
    return up(superSize + ownFields, referenceSize);
  }

  long aligned(long size) {
    return up(size, alignment);
  }

  /** A class object: its static fields. */
  long classObject(ClassDump dump) {
    long bytes = 0;
    for (ClassDump.Static field : dump.statics()) {
      bytes += Type.size(field.type(), referenceSize);
    }
    return aligned(bytes);
  }

  long array(int type, long count) {
    return aligned(arrayHeader + count * Type.size(type, referenceSize));
  }

  private static long up(long size, int to) {
    long rest = size % to;
    return rest == 0 ? size : size + to - rest;
  }
}
