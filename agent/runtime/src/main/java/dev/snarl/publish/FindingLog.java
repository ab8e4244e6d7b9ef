package dev.snarl.publish;

import dev.snarl.rules.Finding;
import dev.snarl.rules.FindingJson;
import dev.snarl.rules.Severity;
import dev.snarl.text.Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Appends each new or changed finding to a file as one JSON line, and once more when it is
 * resolved. Lives on the observer thread. The file is opened for each batch, so that it can be
 * rotated; it is created 0600, and nothing is written through a symbolic link in its last name or
 * into anything but a regular file. A finding with unchanged severity is written at most once a
 * minute.
 */
public final class FindingLog {
  private static final long REPEAT_NANOS = 60_000_000_000L;
  private static final int MOST_REMEMBERED = 10_000;
  private static final Set<OpenOption> OPEN =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE,
          StandardOpenOption.APPEND,
          LinkOption.NOFOLLOW_LINKS);

  private final String target;
  private final Consumer<String> lines;
  private final Map<String, Written> written = new HashMap<>();
  private @Nullable String failure;
  private boolean torn;

  private record Written(Severity severity, long count, long nanos) {}

  /**
   * Opens nothing yet, but tries the file once so that a problem is reported at the start.
   *
   * @param target path, or {@code -} for {@code lines}
   * @param lines stderr, a line at a time
   */
  public FindingLog(String target, Consumer<String> lines) {
    this.target = target;
    this.lines = lines;
    if (!toStderr()) {
      append("");
    }
  }

  /**
   * Appends changes.
   *
   * @param findings all that are true now or those that changed, and those just resolved
   * @param nanos {@link System#nanoTime()}
   */
  public void write(List<Finding> findings, long nanos) {
    StringBuilder batch = new StringBuilder();
    for (Finding finding : findings) {
      if (isNews(finding, nanos)) {
        String line = FindingJson.line(finding);
        if (toStderr()) {
          lines.accept(line);
        } else {
          batch.append(line).append('\n');
        }
      }
    }
    if (!batch.isEmpty()) {
      append(batch.toString());
    }
  }

  /** Why the last batch was not written; null if it was. */
  public @Nullable String failure() {
    return failure;
  }

  private boolean isNews(Finding finding, long nanos) {
    Written before = written.get(finding.id());
    if (finding.resolved()) {
      return written.remove(finding.id()) != null;
    }
    if (before != null
        && before.severity() == finding.severity()
        && (before.count() == finding.count() || nanos - before.nanos() < REPEAT_NANOS)) {
      return false;
    }
    if (written.size() >= MOST_REMEMBERED) {
      written.clear();
    }
    written.put(finding.id(), new Written(finding.severity(), finding.count(), nanos));
    return true;
  }

  private boolean toStderr() {
    return target.equals("-");
  }

  private void append(String text) {
    String whole = torn ? "\n" + text : text;
    ByteBuffer bytes = ByteBuffer.wrap(whole.getBytes(StandardCharsets.UTF_8));
    try {
      Path path = Path.of(target);
      String refusal = refusal(path);
      if (refusal != null) {
        fail(refusal);
        return;
      }
      try (FileChannel file = FileChannel.open(path, OPEN, attributes(path))) {
        while (bytes.hasRemaining()) {
          file.write(bytes);
        }
      }
      failure = null;
      torn = false;
    } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
      torn |= bytes.position() > 0 && bytes.hasRemaining();
      fail(e.getClass().getSimpleName());
    }
  }

  /** A pipe would block the thread that opens it, and a link may lead anywhere. */
  private static @Nullable String refusal(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    BasicFileAttributes file =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (file.isSymbolicLink()) {
      return "it is a symbolic link";
    }
    return file.isRegularFile() ? null : "it is not a regular file";
  }

  private static FileAttribute<?>[] attributes(Path path) {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (!posix) {
      return new FileAttribute<?>[0];
    }
    Set<PosixFilePermission> mine = PosixFilePermissions.fromString("rw-------");
    return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mine)};
  }

  private void fail(String reason) {
    boolean first = failure == null;
    failure = reason;
    if (first) {
      String file = Text.oneLine(target, 200);
      lines.accept("snarl: findings are not written to " + file + ": " + reason);
    }
  }
}
