package dev.snarl.nginx;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file that may hold anything: a line is cut at a length, the file at a size. One
 * byte is one character, so that nothing is malformed.
 */
final class BoundedLines implements Closeable {
  private final InputStream in;
  private final int longest;
  private long left;
  private final byte[] line;

  BoundedLines(InputStream in, int longestLine, long mostBytes) {
    this.in = new BufferedInputStream(in, 1 << 16);
    this.longest = longestLine;
    this.left = mostBytes;
    this.line = new byte[longestLine];
  }

  /** The next line, as far as it is kept; null at the end. */
  @Nullable String next() throws IOException {
    int length = 0;
    boolean any = false;
    while (left > 0) {
      int next = in.read();
      if (next < 0) {
        break;
      }
      left--;
      any = true;
      if (next == '\n') {
        return new String(line, 0, length, StandardCharsets.ISO_8859_1);
      }
      if (length < longest) {
        line[length++] = (byte) next;
      }
    }
    return any ? new String(line, 0, length, StandardCharsets.ISO_8859_1) : null;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
