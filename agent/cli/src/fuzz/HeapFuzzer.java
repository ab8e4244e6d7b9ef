import dev.snarl.heap.HeapTriage;
import dev.snarl.heap.Reading;
import dev.snarl.heap.graph.Progress;
import dev.snarl.heap.hprof.Unreadable;
import dev.snarl.lost.Beside;
import dev.snarl.lost.DumpedThreads;
import dev.snarl.lost.Lost;
import dev.snarl.lost.Standstill;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What Jazzer calls for each input. As a program: writes the first inputs into a folder. */
public final class HeapFuzzer {
  private static final Path FILE = file();

  private HeapFuzzer() {}

  private static Path file() {
    try {
      // In memory where the machine has such a folder.
      Path shared = Path.of("/dev/shm");
      Path made =
          Files.isWritable(shared)
              ? Files.createTempFile(shared, "snarl-fuzz", ".hprof")
              : Files.createTempFile("snarl-fuzz", ".hprof");
      made.toFile().deleteOnExit();
      return made;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    Files.write(FILE, input);
    Beside beside = Beside.of(null, null);
    try {
      HeapTriage.of(FILE, 5, Progress.NONE);
      Lost.of(FILE, beside, Progress.NONE);
      Reading.of(FILE, Progress.NONE, dump -> Standstill.of(dump, beside));
    } catch (Unreadable expected) {
      if (expected.getMessage() == null || expected.getMessage().contains("\n")) {
        throw new IllegalStateException("not one line: " + expected.getMessage());
      }
    }
  }

  public static void main(String[] arguments) throws IOException {
    for (int idSize : new int[] {4, 8}) {
      Files.write(Path.of(arguments[0], "seed-" + idSize), seed(idSize));
    }
    Files.write(Path.of(arguments[0], "seed-threads"), DumpedThreads.whole());
  }

  private static byte[] seed(int idSize) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write("JAVA PROFILE 1.0.2\0".getBytes(StandardCharsets.ISO_8859_1));
    out.writeInt(idSize);
    out.writeLong(0);
    byte[] name = "a/B".getBytes(StandardCharsets.ISO_8859_1);
    out.writeByte(1);
    out.writeInt(0);
    out.writeInt(idSize + name.length);
    id(out, idSize, 0x77);
    out.write(name);
    out.writeByte(2);
    out.writeInt(0);
    out.writeInt(8 + 2 * idSize);
    out.writeInt(1);
    id(out, idSize, 0x100);
    out.writeInt(0);
    id(out, idSize, 0x77);
    byte[] heap = heap(idSize);
    out.writeByte(0x1c);
    out.writeInt(0);
    out.writeInt(heap.length);
    out.write(heap);
    out.writeByte(0x2c);
    out.writeLong(0);
    return bytes.toByteArray();
  }

  private static byte[] heap(int idSize) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(0x20);
    id(out, idSize, 0x100);
    out.writeInt(0);
    for (int i = 0; i < 6; i++) {
      id(out, idSize, 0);
    }
    out.writeInt(idSize);
    out.writeShort(0);
    out.writeShort(0);
    out.writeShort(1);
    id(out, idSize, 0x77);
    out.writeByte(2);
    out.writeByte(0x05);
    id(out, idSize, 0x100);
    out.writeByte(0x08);
    id(out, idSize, 0x200);
    out.writeInt(1);
    out.writeInt(1);
    out.writeByte(0x03);
    id(out, idSize, 0x300);
    out.writeInt(1);
    out.writeInt(0);
    out.writeByte(0x21);
    id(out, idSize, 0x200);
    out.writeInt(0);
    id(out, idSize, 0x100);
    out.writeInt(idSize);
    id(out, idSize, 0x300);
    out.writeByte(0x22);
    id(out, idSize, 0x300);
    out.writeInt(0);
    out.writeInt(2);
    id(out, idSize, 0x100);
    id(out, idSize, 0x400);
    id(out, idSize, 0);
    out.writeByte(0x23);
    id(out, idSize, 0x400);
    out.writeInt(0);
    out.writeInt(3);
    out.writeByte(8);
    out.write(new byte[] {1, 2, 3});
    return bytes.toByteArray();
  }

  private static void id(DataOutputStream out, int idSize, long id) throws IOException {
    if (idSize == 8) {
      out.writeLong(id);
    } else {
      out.writeInt((int) id);
    }
  }
}
