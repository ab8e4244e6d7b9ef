package dev.snarl.threads;

import dev.snarl.text.BoundedLines;
import dev.snarl.text.Gzip;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The thread dumps that were read: a series if there are several. Bounded whatever the length of
 * the input.
 */
public final class Dumps {
  private static final int LONGEST_LINE = 16_384;
  private static final long MOST_CHARACTERS = 4L << 30;
  private static final int LOOKED_AT = 4_096;

  private final Intake intake = new Intake();
  private final List<ThreadDump> dumps = new ArrayList<>();
  private final List<String> cut = new ArrayList<>();

  /**
   * Reads the dumps in an input, which gzip may have compressed, and closes it.
   *
   * @param source its name
   * @throws NotADump if there is none; the message is one line
   * @throws IOException if it cannot be read
   */
  public void read(String source, InputStream input) throws IOException {
    try (PushbackInputStream in = new PushbackInputStream(input, LOOKED_AT)) {
      byte[] first = in.readNBytes(LOOKED_AT);
      if (first.length == 0) {
        throw new NotADump(source + " is empty");
      }
      in.unread(first);
      if (Gzip.begins(first) && !(input instanceof Gzip)) {
        readCompressed(source, in);
        return;
      }
      Charset charset = charset(first);
      String refused = Kinds.refused(first, charset);
      if (refused != null) {
        throw new NotADump(source + " is no thread dump, but " + refused);
      }
      Reader text = new InputStreamReader(in, charset);
      int before = dumps.size();
      if (json(new String(first, charset))) {
        ThreadDump dump = new JsonDumps(intake, source).read(text);
        if (dump != null) {
          dumps.add(dump);
        }
      } else {
        BoundedLines lines = new BoundedLines(text, LONGEST_LINE, MOST_CHARACTERS);
        dumps.addAll(new TextDumps(intake, source).read(lines));
      }
      if (dumps.size() == before) {
        throw new NotADump(
            source
                + " holds no thread dump that can be read: take one with jstack -l PID, or"
                + " jcmd PID Thread.dump_to_file -format=json FILE");
      }
    }
  }

  private void readCompressed(String source, InputStream in) throws IOException {
    try (Gzip content = new Gzip(in)) {
      try {
        read(source, content);
      } catch (NotADump e) {
        throw content.cut() == null ? e : new NotADump(source + ": " + content.cut());
      }
      if (content.cut() != null) {
        cut.add(source + ": " + content.cut());
      }
    }
  }

  /** In the order in which they were taken, if they have a time; otherwise as they were read. */
  List<ThreadDump> inOrder() {
    List<ThreadDump> ordered = new ArrayList<>(dumps);
    if (ordered.stream().allMatch(dump -> dump.at() != null)) {
      ordered.sort(Comparator.comparing(dump -> Objects.requireNonNull(dump.at())));
    }
    return ordered;
  }

  /** The parts of the input that are not in the dumps, a line each. */
  public List<String> missing() {
    List<String> missing = new ArrayList<>(cut);
    for (ThreadDump dump : dumps) {
      if (!dump.whole() && !intake.full()) {
        missing.add(
            "%s is cut off: only the first %s threads could be read"
                .formatted(dump.source(), dump.threads().size()));
      }
    }
    if (intake.full()) {
      missing.add("there are too many threads: what came last was left out");
    }
    return missing;
  }

  private static Charset charset(byte[] first) {
    if (first.length >= 2) {
      int mark = (first[0] & 0xff) << 8 | (first[1] & 0xff);
      // PowerShell writes what is redirected to a file in UTF-16.
      if (mark == 0xfeff || mark == 0xfffe) {
        return StandardCharsets.UTF_16;
      }
    }
    return StandardCharsets.UTF_8;
  }

  private static boolean json(String first) {
    int at = first.startsWith("\ufeff") ? 1 : 0;
    while (at < first.length() && Character.isWhitespace(first.charAt(at))) {
      at++;
    }
    return at < first.length() && first.charAt(at) == '{';
  }
}
