package dev.snarl.nginx;

import dev.snarl.text.BoundedLines;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The complaints in an nginx error log. Reads the last 64 MB, of each line the first 2,000 bytes.
 *
 * @param counts lines by complaint
 * @param last when each was last written, in the log's own time; absent if no line had a time
 * @param connections the limit that the log names, -1 for none
 * @param lines lines that begin like nginx's
 */
public record ErrorLog(
    Map<Complaint, Long> counts, Map<Complaint, LocalDateTime> last, long connections, long lines) {
  private static final long MOST_BYTES = 64L << 20;
  private static final int LONGEST_LINE = 2_000;
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss");
  private static final int TIME_LENGTH = 19;
  private static final Pattern CONNECTIONS =
      Pattern.compile("([0-9]{1,9}) worker_connections are not enough");
  private static final Pattern LEVEL = Pattern.compile(" \\[[a-z]{4,7}] ");

  public ErrorLog {
    counts = Map.copyOf(counts);
    last = Map.copyOf(last);
  }

  /** nginx's messages, from its source. */
  public enum Complaint {
    CONNECTIONS("worker_connections are not enough"),
    FILES("(24: Too many open files)"),
    UPSTREAM_SLOW("upstream timed out"),
    UPSTREAM_REFUSED("connect() failed (111"),
    UPSTREAM_GONE("no live upstreams");

    private final String words;

    Complaint(String words) {
      this.words = words;
    }
  }

  /** Reads a log. */
  public static ErrorLog read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(Files.exists(file) ? "it is not a regular file" : "there is none");
    }
    try (FileChannel channel = FileChannel.open(file)) {
      boolean cut = channel.size() > MOST_BYTES;
      channel.position(Math.max(0, channel.size() - MOST_BYTES));
      return read(Channels.newInputStream(channel), cut);
    }
  }

  private static ErrorLog read(InputStream in, boolean cut) throws IOException {
    Map<Complaint, Long> counts = new EnumMap<>(Complaint.class);
    Map<Complaint, LocalDateTime> last = new EnumMap<>(Complaint.class);
    long connections = -1;
    long known = 0;
    try (BoundedLines lines = oneByteEach(in)) {
      String line = cut ? skipOne(lines) : lines.next();
      for (; line != null; line = lines.next()) {
        LocalDateTime at = time(line);
        if (at == null || !LEVEL.matcher(line).find()) {
          continue;
        }
        known++;
        Complaint complaint = complaint(line);
        if (complaint != null) {
          counts.merge(complaint, 1L, Long::sum);
          last.put(complaint, at);
          Matcher named = CONNECTIONS.matcher(line);
          if (named.find()) {
            connections = Long.parseLong(named.group(1));
          }
        }
      }
    }
    return new ErrorLog(counts, last, connections, known);
  }

  /** One byte is one character, so that nothing is malformed. */
  private static BoundedLines oneByteEach(InputStream in) {
    return new BoundedLines(
        new InputStreamReader(in, StandardCharsets.ISO_8859_1), LONGEST_LINE, MOST_BYTES);
  }

  private static @Nullable String skipOne(BoundedLines lines) throws IOException {
    lines.next();
    return lines.next();
  }

  private static @Nullable LocalDateTime time(String line) {
    if (line.length() < TIME_LENGTH || line.charAt(4) != '/') {
      return null;
    }
    try {
      return LocalDateTime.parse(line.substring(0, TIME_LENGTH), TIME);
    } catch (DateTimeParseException other) {
      return null;
    }
  }

  /** Text from a client is quoted after {@code client:} and cannot be taken for a complaint. */
  private static @Nullable Complaint complaint(String line) {
    int quoted = line.indexOf(", client: ");
    String own = quoted < 0 ? line : line.substring(0, quoted);
    for (Complaint complaint : Complaint.values()) {
      if (own.contains(complaint.words)) {
        return complaint;
      }
    }
    return null;
  }

  public long count(Complaint complaint) {
    return counts.getOrDefault(complaint, 0L);
  }

  /** Whether it was last written no longer ago than this. */
  public boolean fresh(Complaint complaint, LocalDateTime now, Duration age) {
    LocalDateTime at = last.get(complaint);
    return at != null && !at.isBefore(now.minus(age));
  }
}
