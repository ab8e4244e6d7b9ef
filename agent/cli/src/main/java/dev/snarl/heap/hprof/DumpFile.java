package dev.snarl.heap.hprof;

import dev.snarl.text.Gzip;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A dump on disk: told from other files by its first bytes, unpacked to a temporary file if it is
 * compressed, and read as often as needed. Closing it removes the temporary file.
 */
public final class DumpFile implements Closeable {
  private static final String MAGIC = "JAVA PROFILE 1.0.";
  private static final int PASS_BUFFER = 1 << 20;
  private static final int RANDOM_BUFFER = 1 << 13;

  private final Path file;
  private final boolean temporary;
  private final @Nullable String cut;
  private final long start;
  private final int idSize;
  private final long millis;
  private long bytesRead;
  private int passes;

  private DumpFile(Path file, boolean temporary, @Nullable String cut)
      throws IOException, Unreadable {
    this.file = file;
    this.temporary = temporary;
    this.cut = cut;
    try (Input in = new Input(file, 64, 8)) {
      byte[] head = in.bytes((int) Math.min(in.end(), MAGIC.length() + 2));
      refuseOthers(head);
      in.seek(MAGIC.length() + 2);
      this.idSize = in.i4();
      if (idSize != 4 && idSize != 8) {
        throw new Unreadable("the dump says its ids have " + idSize + " bytes; only 4 and 8 exist");
      }
      this.millis = in.i8();
      this.start = in.position();
    } catch (Malformed e) {
      throw new Unreadable("the file ends within its header: an HPROF dump that was cut off");
    }
  }

  /** Opens a dump; a compressed one is unpacked first. */
  public static DumpFile open(Path file) throws Unreadable {
    try {
      if (Files.isDirectory(file)) {
        throw new Unreadable("it is a folder");
      }
      if (Files.size(file) == 0) {
        throw new Unreadable("the file is empty");
      }
      return Gzip.begins(file) ? unpacked(file) : new DumpFile(file, false, null);
    } catch (NoSuchFileException e) {
      throw new Unreadable("there is no such file");
    } catch (IOException | UncheckedIOException e) {
      throw new Unreadable("it cannot be read: " + e.getMessage());
    }
  }

  private static DumpFile unpacked(Path file) throws IOException, Unreadable {
    Path copy = Files.createTempFile("snarl-heap", ".hprof");
    copy.toFile().deleteOnExit();
    String cut = null;
    try (OutputStream out = Files.newOutputStream(copy);
        Gzip in = new Gzip(Files.newInputStream(file))) {
      in.transferTo(out);
      cut = in.cut();
    } catch (IOException e) {
      Files.deleteIfExists(copy);
      throw new Unreadable(
          "it is compressed and cannot be unpacked to " + copy + ": " + e.getMessage());
    }
    try {
      return new DumpFile(copy, true, cut);
    } catch (IOException | Unreadable | RuntimeException e) {
      Files.deleteIfExists(copy);
      throw e;
    }
  }

  private static void refuseOthers(byte[] head) throws Unreadable {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    if (text.startsWith(MAGIC + "1") || text.startsWith(MAGIC + "2")) {
      if (head.length == MAGIC.length() + 2 && head[MAGIC.length() + 1] == 0) {
        return;
      }
    } else if (text.startsWith(MAGIC + "3")) {
      throw new Unreadable("it is a dump of Android; run hprof-conv on it first");
    } else if (text.startsWith("JAVA PROFILE")) {
      throw new Unreadable("its version of the HPROF format is none of 1.0.1 and 1.0.2");
    } else if (text.startsWith("\u007fELF")) {
      throw new Unreadable(
          "it is a core file or a program; jhsdb jmap --binaryheap makes a dump of a core");
    } else if (text.length() > 2 && text.startsWith("portable heap", 2)) {
      throw new Unreadable(
          "it is a PHD dump of OpenJ9, not HPROF; Eclipse MAT with its DTFJ plug-in reads those");
    }
    if (MAGIC.startsWith(text) || text.startsWith(MAGIC)) {
      throw new Unreadable("the file ends within its header: an HPROF dump that was cut off");
    }
    throw new Unreadable(
        "it is no HPROF dump: it begins with "
            + printable(Arrays.copyOf(head, Math.min(head.length, 8))));
  }

  private static String printable(byte[] head) {
    StringBuilder text = new StringBuilder();
    for (byte b : head) {
      text.append(String.format("%02x ", b & 0xff));
    }
    return text.toString().strip();
  }

  /** Milliseconds since 1970 when the dump was begun. */
  public long millis() {
    return millis;
  }

  public int idSize() {
    return idSize;
  }

  /** Bytes of the unpacked dump. */
  public long length() throws IOException {
    return Files.size(file);
  }

  /** How often the file was read from one end to the other. */
  public int passes() {
    return passes;
  }

  public long bytesRead() {
    return bytesRead;
  }

  /** What a walk came to: the end of what is whole, and what ended it. */
  public record Walk(long end, @Nullable Damage damage) {}

  /** Reads the whole dump once. */
  public Walk walk(Visitor visitor, long stop) throws IOException {
    passes++;
    try (Input in = new Input(file, PASS_BUFFER, idSize)) {
      in.seek(start);
      Records records = new Records(in, visitor, stop);
      Damage damage = records.walk();
      bytesRead += in.bytesRead();
      boolean known = damage == null && cut != null && stop >= in.end();
      return new Walk(
          records.end(), known ? new Damage(records.end(), String.valueOf(cut)) : damage);
    }
  }

  /** For single objects; the caller closes it. */
  public Input random() throws IOException {
    return new Input(file, RANDOM_BUFFER, idSize);
  }

  @Override
  public void close() throws IOException {
    if (temporary) {
      Files.deleteIfExists(file);
    }
  }
}
