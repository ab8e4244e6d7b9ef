package dev.snarl.collect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The values in a process's environment and command line that are named like a secret. The last
 * net: no file of an archive may hold one.
 */
public final class Secrets {
  private static final Pattern NAMED_SO =
      Pattern.compile("(?i)[^=]*(?:pass|secret|token|key|cred|auth|private)[^=]*=(.{6,})");

  private static final int WINDOW = 1 << 20;

  private final List<String> values;

  private Secrets(List<String> values) {
    this.values = values;
  }

  /** Those of a process, by its folder under {@code /proc}. */
  public static Secrets of(Path process) {
    return new Secrets(
        Stream.of("environ", "cmdline")
            .map(process::resolve)
            .flatMap(file -> KernelFile.words(file).stream())
            .flatMap(String::lines)
            .map(NAMED_SO::matcher)
            .filter(Matcher::matches)
            .map(named -> named.group(1))
            .distinct()
            .toList());
  }

  /** Whether a file holds one of them, byte for byte. */
  public boolean areIn(Path file) throws IOException {
    int longest = values.stream().mapToInt(String::length).max().orElse(0);
    if (longest == 0) {
      return false;
    }
    try (var in = Files.newInputStream(file)) {
      String before = "";
      while (true) {
        byte[] read = in.readNBytes(WINDOW);
        if (read.length == 0) {
          return false;
        }
        String window = before + new String(read, StandardCharsets.ISO_8859_1);
        if (values.stream().anyMatch(window::contains)) {
          return true;
        }
        before = window.substring(Math.max(0, window.length() - longest));
      }
    }
  }
}
