package dev.snarl.nginx;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The limits in an nginx configuration and the files that it includes. At most 200 files of 1 MB,
 * ten levels deep; what cannot be read is named and left out.
 *
 * @param workers {@code worker_processes}, 0 for {@code auto}, 1 if unset
 * @param connections {@code worker_connections} of one worker, 512 if unset
 * @param files {@code worker_rlimit_nofile}, -1 if unset
 * @param warns whether its error log includes warnings: only then does nginx log that it drops
 *     waiting connections for lack of free ones
 * @param unread files that could not be read, bounded
 */
public record Configuration(
    int workers, long connections, long files, boolean warns, List<String> unread) {
  private static final int MOST_FILES = 200;
  private static final int MOST_BYTES = 1 << 20;
  private static final int DEEPEST = 10;
  private static final long DEFAULT_CONNECTIONS = 512;
  private static final Set<String> WARNINGS = Set.of("warn", "notice", "info", "debug");

  public Configuration {
    unread = List.copyOf(unread);
  }

  /** Reads a configuration; relative names in it are relative to its folder, as for nginx. */
  public static Configuration read(Path file) throws IOException {
    Reader reader = new Reader(file.toAbsolutePath().getParent());
    reader.take(text(file), 0);
    return new Configuration(
        reader.workers,
        reader.connections,
        reader.files,
        reader.warns && !reader.quiet,
        reader.unread);
  }

  private static String text(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(Files.exists(file) ? "it is not a regular file" : "there is none");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1);
    }
  }

  /**
   * Requests that can be in progress at once: each takes one connection of a worker to the client
   * and one to the application.
   *
   * @param processors for {@code worker_processes auto}
   */
  public long proxied(int processors) {
    return (workers == 0 ? processors : workers) * connections / 2;
  }

  /** Reads directives in order; blocks matter only because they hold directives. */
  private static final class Reader {
    private final @Nullable Path folder;
    private final List<String> unread = new ArrayList<>();
    private int workers = 1;
    private long connections = DEFAULT_CONNECTIONS;
    private long files = -1;
    private boolean warns;
    private boolean quiet;
    private int read;

    Reader(@Nullable Path folder) {
      this.folder = folder;
    }

    void take(String text, int depth) throws IOException {
      List<String> words = new ArrayList<>();
      try (Words all =
          new Words(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)))) {
        for (String word = all.next(); word != null; word = all.next()) {
          if (word.equals(";") || word.equals("{") || word.equals("}")) {
            directive(words, depth);
            words.clear();
          } else if (words.size() < 4) {
            words.add(word);
          }
        }
      }
    }

    private void directive(List<String> words, int depth) {
      if (!words.isEmpty() && words.get(0).equals("error_log")) {
        boolean loud = words.size() > 2 && WARNINGS.contains(words.get(2));
        warns |= loud;
        quiet |= !loud;
      }
      if (words.size() != 2) {
        return;
      }
      String value = words.get(1);
      switch (words.get(0)) {
        case "worker_processes" -> workers = value.equals("auto") ? 0 : (int) number(value, 1);
        case "worker_connections" -> connections = number(value, DEFAULT_CONNECTIONS);
        case "worker_rlimit_nofile" -> files = number(value, -1);
        case "include" -> include(value, depth);
        default -> {}
      }
    }

    private static long number(String value, long otherwise) {
      return value.matches("[0-9]{1,9}") ? Long.parseLong(value) : otherwise;
    }

    private void include(String pattern, int depth) {
      try {
        Path path = folder == null ? Path.of(pattern) : folder.resolve(pattern);
        Path parent = path.getParent();
        Path name = path.getFileName();
        if (depth >= DEEPEST || parent == null || name == null) {
          skip(pattern);
          return;
        }
        if (!pattern.contains("*") && !pattern.contains("?") && !pattern.contains("[")) {
          one(path, depth);
          return;
        }
        try (DirectoryStream<Path> matching = Files.newDirectoryStream(parent, name.toString())) {
          for (Path each : matching) {
            one(each, depth);
          }
        }
      } catch (IOException
          | InvalidPathException
          | PatternSyntaxException
          | DirectoryIteratorException e) {
        skip(pattern);
      }
    }

    private void one(Path file, int depth) throws IOException {
      if (++read > MOST_FILES) {
        skip(file.toString());
        return;
      }
      String text;
      try {
        text = text(file);
      } catch (IOException e) {
        skip(file.toString());
        return;
      }
      take(text, depth + 1);
    }

    private void skip(String what) {
      if (unread.size() < 10) {
        unread.add(what);
      }
    }
  }
}
