package dev.snarl.heap.graph;

import dev.snarl.heap.hprof.Input;
import dev.snarl.heap.hprof.Type;
import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The contents of one object, read from the file: fields by name, elements by index. Missing data
 * read as 0, {@link HeapDump#NONE} or {@code ""}: damaged dumps are read too.
 */
public final class Instance {
  private static final int LONGEST_TEXT = 4096;
  private static final int CLASS_DUMP = 0x20;
  private static final int OBJECT = 0x21;
  private static final int OBJECT_ARRAY = 0x22;

  private final HeapDump dump;
  private final Input in;
  private final int node;
  private final HeapClass type;
  private final int kind;
  private final int elementType;
  private final int count;
  private final long data;

  private Instance(
      HeapDump dump, Input in, int node, int kind, int elementType, int count, long data) {
    this.dump = dump;
    this.in = in;
    this.node = node;
    this.type = dump.classOf(node);
    this.kind = kind;
    this.elementType = elementType;
    this.count = count;
    this.data = data;
  }

  static Instance read(HeapDump dump, Input in, int node, long position) {
    if (position == 0) {
      return new Instance(dump, in, node, CLASS_DUMP, 0, 0, 0);
    }
    in.seek(position);
    int kind = in.u1();
    in.skip(in.idSize() + 4L);
    if (kind == OBJECT) {
      in.skip(in.idSize());
      int length = in.i4();
      return new Instance(dump, in, node, kind, 0, length, in.position());
    }
    int count = in.i4();
    int elementType = Type.OBJECT;
    if (kind == OBJECT_ARRAY) {
      in.skip(in.idSize());
    } else {
      elementType = in.u1();
    }
    return new Instance(dump, in, node, kind, elementType, count, in.position());
  }

  public int node() {
    return node;
  }

  public HeapClass type() {
    return type;
  }

  /** Elements of an array, 0 for anything else. */
  public int length() {
    return kind == OBJECT || kind == CLASS_DUMP ? 0 : count;
  }

  /** What a field refers to, by its name in the class or in one above it. */
  public int reference(String field) {
    HeapClass.Field found = find(field);
    return found == null || found.type() != Type.OBJECT ? HeapDump.NONE : dump.node(bits(found));
  }

  /** The objects that some of its fields refer to. */
  public void references(Predicate<HeapClass.Field> which, IntConsumer to) {
    if (kind != OBJECT) {
      return;
    }
    for (HeapClass.Field each : type.fields()) {
      int node =
          each.type() == Type.OBJECT && which.test(each) ? dump.node(bits(each)) : HeapDump.NONE;
      if (node != HeapDump.NONE) {
        to.accept(node);
      }
    }
  }

  /** The bits of a field; of a number, its value. */
  public long number(String field) {
    HeapClass.Field found = find(field);
    return found == null ? 0 : signed(found.type(), bits(found));
  }

  public boolean has(String field) {
    return find(field) != null;
  }

  /** The text of a field that refers to a string, {@code ""} for none. */
  public String text(String field) {
    int string = reference(field);
    return string == HeapDump.NONE ? "" : dump.read(string).text();
  }

  /** Follows fields one after the other. */
  public @Nullable Instance follow(String... fields) {
    Instance at = this;
    for (String field : fields) {
      int next = at.reference(field);
      if (next == HeapDump.NONE) {
        return null;
      }
      at = dump.read(next);
    }
    return at;
  }

  private HeapClass.@Nullable Field find(String field) {
    if (kind == OBJECT) {
      for (HeapClass.Field one : type.fields()) {
        if (one.name().equals(field)) {
          return one;
        }
      }
    }
    return null;
  }

  private long bits(HeapClass.Field field) {
    if (field.offset() + Type.size(field.type(), in.idSize()) > count) {
      return 0;
    }
    in.seek(data + field.offset());
    return in.value(field.type());
  }

  private static long signed(int type, long bits) {
    return switch (type) {
      case Type.BYTE -> (byte) bits;
      case Type.SHORT -> (short) bits;
      case Type.INT -> (int) bits;
      default -> bits;
    };
  }

  /** An element of an array of references. */
  public int element(int place) {
    if (kind != OBJECT_ARRAY || place < 0 || place >= count) {
      return HeapDump.NONE;
    }
    in.seek(data + (long) place * in.idSize());
    return dump.node(in.id());
  }

  /** An element of an array of numbers. */
  public long value(int place) {
    if (length() <= place || place < 0 || kind == OBJECT_ARRAY) {
      return 0;
    }
    in.seek(data + (long) place * Type.size(elementType, in.idSize()));
    return signed(elementType, in.value(elementType));
  }

  /** The text of a {@code java.lang.String}, cut at 4,096 characters. */
  public String text() {
    int value = reference("value");
    if (value == HeapDump.NONE) {
      return "";
    }
    boolean latin = has("coder") && number("coder") == 0;
    return dump.read(value).characters(LONGEST_TEXT, latin);
  }

  /** The first elements of an array of chars, or of bytes that look like one character each. */
  public String characters(int most) {
    int bytes = Math.min(16, length());
    boolean wide = elementType == Type.BYTE && bytes > 1;
    for (int i = 1; i < bytes; i += 2) {
      wide &= value(i) == 0;
    }
    return characters(most, !wide);
  }

  private String characters(int most, boolean latin) {
    int some = Math.min(most, length());
    if (elementType == Type.CHAR) {
      StringBuilder text = new StringBuilder(some);
      for (int i = 0; i < some; i++) {
        text.append((char) value(i));
      }
      return text.toString();
    }
    if (elementType != Type.BYTE) {
      return "";
    }
    in.seek(data);
    return new String(
        in.bytes(some), latin ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16LE);
  }
}
