package dev.snarl.heap.graph;

import org.jspecify.annotations.Nullable;

/** One class of the dump, or one that arrays need and the dump lacks. */
public final class HeapClass {
  /**
   * An instance field of this class or of one above it.
   *
   * @param offset in the instance's bytes
   */
  public record Field(HeapClass declaredBy, String name, int type, int offset) {}

  private final int number;
  private final long id;
  private final String name;
  private final @Nullable HeapClass superClass;
  private final long loaderId;
  private final long instanceSize;
  private final Field[] fields;
  private final int[] references;
  private final int referent;

  HeapClass(
      int number,
      long id,
      String name,
      @Nullable HeapClass superClass,
      long loaderId,
      long instanceSize,
      Field[] fields,
      int[] references,
      int referent) {
    this.number = number;
    this.id = id;
    this.name = name;
    this.superClass = superClass;
    this.loaderId = loaderId;
    this.instanceSize = instanceSize;
    this.fields = fields;
    this.references = references;
    this.referent = referent;
  }

  /** Its index among the classes. */
  public int number() {
    return number;
  }

  /** The id of the class object. */
  public long id() {
    return id;
  }

  /** With dots, arrays as {@code byte[]}. */
  public String name() {
    return name;
  }

  public @Nullable HeapClass superClass() {
    return superClass;
  }

  public boolean isArray() {
    return name.endsWith("[]");
  }

  /** 0 for the boot loader. */
  public long loaderId() {
    return loaderId;
  }

  long instanceSize() {
    return instanceSize;
  }

  /** All instance fields, those of the class itself first, as in the instances' bytes. */
  Field[] fields() {
    return fields;
  }

  /** Offsets of the references that keep their targets alive. */
  int[] references() {
    return references;
  }

  /** Offset of {@code Reference.referent}, -1 if there is none. */
  int referent() {
    return referent;
  }

  /** Whether it is, or extends, the class of that name. */
  public boolean isA(String className) {
    for (HeapClass c = this; c != null; c = c.superClass) {
      if (c.name.equals(className)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return name;
  }
}
