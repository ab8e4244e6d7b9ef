package dev.snarl.heap.hprof;

/** The basic types of the format, by their numbers there. */
public final class Type {
  public static final int OBJECT = 2;
  public static final int BOOLEAN = 4;
  public static final int CHAR = 5;
  public static final int FLOAT = 6;
  public static final int DOUBLE = 7;
  public static final int BYTE = 8;
  public static final int SHORT = 9;
  public static final int INT = 10;
  public static final int LONG = 11;

  private static final int[] SIZES = {0, 0, 0, 0, 1, 2, 4, 8, 1, 2, 4, 8};
  private static final String[] NAMES = {
    "", "", "", "", "boolean", "char", "float", "double", "byte", "short", "int", "long"
  };

  private Type() {}

  /** Bytes of a value; the caller specifies the size of a reference. */
  public static int size(int type, int referenceSize) {
    if (type == OBJECT) {
      return referenceSize;
    }
    if (!isPrimitive(type)) {
      throw new Malformed("there is no basic type " + type);
    }
    return SIZES[type];
  }

  public static boolean isPrimitive(int type) {
    return type >= BOOLEAN && type <= LONG;
  }

  /** {@code byte} for 8. */
  public static String name(int type) {
    return NAMES[type];
  }
}
