package dev.snarl.heap;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes dumps that no JVM would write: any graph, any width of ids, on demand. */
public final class DumpWriter {
  public static final long OBJECT = 0x100;
  public static final long CLASS = 0x200;
  public static final long OBJECT_ARRAY = 0x300;
  public static final long BYTE_ARRAY = 0x400;
  public static final long REFERENCE = 0x500;
  public static final long WEAK = 0x600;
  public static final long THREAD = 0x700;

  /** Not at a multiple of 16: objects are aligned to 8. */
  public static final long LOADER = 0x808;

  private final int idSize;
  private final ByteArrayOutputStream records = new ByteArrayOutputStream();
  private final ByteArrayOutputStream heap = new ByteArrayOutputStream();
  private final DataOutputStream top = new DataOutputStream(records);
  private final DataOutputStream in = new DataOutputStream(heap);
  private final Map<String, Long> names = new LinkedHashMap<>();
  private final Map<String, Integer> serials = new LinkedHashMap<>();
  private int serial = 1;

  public DumpWriter(int idSize) {
    this.idSize = idSize;
    type(OBJECT, "java/lang/Object", 0);
    type(CLASS, "java/lang/Class", OBJECT);
    type(OBJECT_ARRAY, "[Ljava/lang/Object;", OBJECT);
    type(BYTE_ARRAY, "[B", OBJECT);
    type(REFERENCE, "java/lang/ref/Reference", OBJECT, "referent", "queue");
    type(WEAK, "java/lang/ref/WeakReference", REFERENCE);
    type(THREAD, "java/lang/Thread", OBJECT, "name");
    type(LOADER, "java/lang/ClassLoader", OBJECT, "parent");
    for (long type :
        new long[] {OBJECT, CLASS, OBJECT_ARRAY, BYTE_ARRAY, REFERENCE, WEAK, THREAD}) {
      root(0x05, type);
    }
    root(0x05, LOADER);
  }

  private interface Writing {
    void write() throws IOException;
  }

  private static void quietly(Writing writing) {
    try {
      writing.write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void id(DataOutputStream out, long id) throws IOException {
    if (idSize == 8) {
      out.writeLong(id);
    } else {
      out.writeInt((int) id);
    }
  }

  private long name(String text) {
    Long known = names.get(text);
    if (known != null) {
      return known;
    }
    long id = 0x9000_0000L + names.size();
    names.put(text, id);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    quietly(
        () -> {
          header(0x01, idSize + bytes.length);
          id(top, id);
          top.write(bytes);
        });
    return id;
  }

  private void header(int tag, int length) throws IOException {
    top.writeByte(tag);
    top.writeInt(0);
    top.writeInt(length);
  }

  /** A class whose own fields are references of these names. */
  public DumpWriter type(long id, String name, long superId, String... references) {
    return type(id, name, superId, 0, references);
  }

  /** A class with a byte field behind its references for each of the padding. */
  public DumpWriter type(long id, String name, long superId, int bytes, String... references) {
    return type(id, name, superId, bytes, 2, idSize, references);
  }

  /** A class whose own fields are ints of these names; its instances are {@link #ints}. */
  public DumpWriter typeOfInts(long id, String name, long superId, String... ints) {
    return type(id, name, superId, 0, 10, Integer.BYTES, ints);
  }

  private DumpWriter type(
      long id, String name, long superId, int bytes, int kind, int width, String... own) {
    long nameId = name(name);
    long[] fields = new long[own.length];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = name(own[i]);
    }
    long padding = bytes == 0 ? 0 : name("padding");
    quietly(
        () -> {
          header(0x02, 8 + 2 * idSize);
          top.writeInt(serial++);
          id(top, id);
          top.writeInt(0);
          id(top, nameId);
          in.writeByte(0x20);
          id(in, id);
          in.writeInt(0);
          id(in, superId);
          for (int i = 0; i < 5; i++) {
            id(in, 0);
          }
          in.writeInt(fields.length * width + bytes);
          in.writeShort(0);
          in.writeShort(0);
          in.writeShort(fields.length + bytes);
          for (long field : fields) {
            id(in, field);
            in.writeByte(kind);
          }
          for (int i = 0; i < bytes; i++) {
            id(in, padding);
            in.writeByte(8);
          }
        });
    return this;
  }

  /** An instance; its references in the order of the class's and its super classes' fields. */
  public DumpWriter instance(long id, long type, int bytes, long... references) {
    quietly(
        () -> {
          in.writeByte(0x21);
          id(in, id);
          in.writeInt(0);
          id(in, type);
          in.writeInt(references.length * idSize + bytes);
          for (long reference : references) {
            id(in, reference);
          }
          in.write(new byte[bytes]);
        });
    return this;
  }

  /** An instance whose fields are ints alone. */
  public DumpWriter ints(long id, long type, int... values) {
    quietly(
        () -> {
          in.writeByte(0x21);
          id(in, id);
          in.writeInt(0);
          id(in, type);
          in.writeInt(values.length * Integer.BYTES);
          for (int value : values) {
            in.writeInt(value);
          }
        });
    return this;
  }

  public DumpWriter array(long id, long... elements) {
    quietly(
        () -> {
          in.writeByte(0x22);
          id(in, id);
          in.writeInt(0);
          in.writeInt(elements.length);
          id(in, OBJECT_ARRAY);
          for (long element : elements) {
            id(in, element);
          }
        });
    return this;
  }

  public DumpWriter bytes(long id, byte... contents) {
    quietly(
        () -> {
          in.writeByte(0x23);
          id(in, id);
          in.writeInt(0);
          in.writeInt(contents.length);
          in.writeByte(8);
          in.write(contents);
        });
    return this;
  }

  /** A root whose record is its id alone. */
  public DumpWriter root(int tag, long id) {
    quietly(
        () -> {
          in.writeByte(tag);
          id(in, id);
        });
    return this;
  }

  public DumpWriter thread(long id, int threadSerial) {
    quietly(
        () -> {
          in.writeByte(0x08);
          id(in, id);
          in.writeInt(threadSerial);
          in.writeInt(0);
        });
    return this;
  }

  public DumpWriter local(long id, int threadSerial) {
    quietly(
        () -> {
          in.writeByte(0x03);
          id(in, id);
          in.writeInt(threadSerial);
          in.writeInt(0);
        });
    return this;
  }

  /**
   * A class whose own fields are references, and ints where the name ends in {@code :int}; its
   * instances are {@link #object}.
   */
  public DumpWriter typeOf(long id, String name, long superId, String... own) {
    long nameId = name(name);
    long[] fields = new long[own.length];
    int[] kinds = new int[own.length];
    int size = 0;
    for (int i = 0; i < own.length; i++) {
      boolean number = own[i].endsWith(":int");
      fields[i] = name(number ? own[i].substring(0, own[i].length() - 4) : own[i]);
      kinds[i] = number ? 10 : 2;
      size += number ? Integer.BYTES : idSize;
    }
    int bytes = size;
    serials.put(name.replace('/', '.'), serial);
    quietly(
        () -> {
          header(0x02, 8 + 2 * idSize);
          top.writeInt(serial++);
          id(top, id);
          top.writeInt(0);
          id(top, nameId);
          in.writeByte(0x20);
          id(in, id);
          in.writeInt(0);
          id(in, superId);
          for (int i = 0; i < 5; i++) {
            id(in, 0);
          }
          in.writeInt(bytes);
          in.writeShort(0);
          in.writeShort(0);
          in.writeShort(fields.length);
          for (int i = 0; i < fields.length; i++) {
            id(in, fields[i]);
            in.writeByte(kinds[i]);
          }
        });
    return this;
  }

  /** An instance: a {@code Long} is a reference, an {@code Integer} an int. */
  public DumpWriter object(long id, long type, Number... values) {
    int size = 0;
    for (Number value : values) {
      size += value instanceof Integer ? Integer.BYTES : idSize;
    }
    int bytes = size;
    quietly(
        () -> {
          in.writeByte(0x21);
          id(in, id);
          in.writeInt(0);
          id(in, type);
          in.writeInt(bytes);
          for (Number value : values) {
            if (value instanceof Integer number) {
              in.writeInt(number);
            } else {
              id(in, value.longValue());
            }
          }
        });
    return this;
  }

  /**
   * A thread with a stack, innermost first.
   *
   * @param frames as {@code a.B.run}, of classes made by {@link #typeOf}; line 7 of each
   */
  public DumpWriter thread(long id, int threadSerial, String... frames) {
    long[] ids = new long[frames.length];
    for (int i = 0; i < frames.length; i++) {
      String type = frames[i].substring(0, frames[i].lastIndexOf('.'));
      long method = name(frames[i].substring(frames[i].lastIndexOf('.') + 1));
      long file = name(type.replaceAll(".*[.]|[$].*", "") + ".java");
      Integer classSerial = serials.get(type);
      ids[i] = 0xf000_0000L + 0x100L * threadSerial + i;
      long frame = ids[i];
      quietly(
          () -> {
            header(0x04, 4 * idSize + 8);
            id(top, frame);
            id(top, method);
            id(top, 0);
            id(top, file);
            top.writeInt(classSerial == null ? 0 : classSerial);
            top.writeInt(7);
          });
    }
    quietly(
        () -> {
          header(0x05, 12 + ids.length * idSize);
          top.writeInt(threadSerial);
          top.writeInt(threadSerial);
          top.writeInt(ids.length);
          for (long frame : ids) {
            id(top, frame);
          }
          in.writeByte(0x08);
          id(in, id);
          in.writeInt(threadSerial);
          in.writeInt(threadSerial);
        });
    return this;
  }

  /** An object that a frame holds. */
  public DumpWriter local(long id, int threadSerial, int depth) {
    quietly(
        () -> {
          in.writeByte(0x03);
          id(in, id);
          in.writeInt(threadSerial);
          in.writeInt(depth);
        });
    return this;
  }

  /** The dump in segments, as JVMs of these years write it. */
  public byte[] bytes() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(all);
    quietly(
        () -> {
          out.write("JAVA PROFILE 1.0.2\0".getBytes(StandardCharsets.ISO_8859_1));
          out.writeInt(idSize);
          out.writeLong(1_790_000_000_000L);
          records.writeTo(out);
          out.writeByte(0x1c);
          out.writeInt(0);
          out.writeInt(heap.size());
          heap.writeTo(out);
          out.writeByte(0x2c);
          out.writeLong(0);
        });
    return all.toByteArray();
  }

  public Path write(Path folder) {
    Path file = folder.resolve("heap.hprof");
    quietly(() -> Files.write(file, bytes()));
    return file;
  }
}
