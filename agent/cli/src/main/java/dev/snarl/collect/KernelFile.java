package dev.snarl.collect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads files of the kernel, whose size is known only once they are read. */
public final class KernelFile {
  private KernelFile() {}

  /** The first bytes; nothing where the file is missing or may not be read. */
  static String head(Path file, int most) {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(most), StandardCharsets.ISO_8859_1);
    } catch (IOException | RuntimeException unreadable) {
      return "";
    }
  }

  /** What is separated by zero bytes: a command line or an environment. */
  public static List<String> words(Path file) {
    String text = head(file, 8 << 20);
    return text.isEmpty()
        ? List.of()
        : List.of(text.substring(0, text.length() - (text.endsWith("\0") ? 1 : 0)).split("\0", -1));
  }
}
