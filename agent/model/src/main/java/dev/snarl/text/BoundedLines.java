package dev.snarl.text;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** The lines of a foreign text, bounded in length and in total size. */
public final class BoundedLines implements Closeable {
  private final BufferedReader in;
  private final int longest;
  private final long most;
  private long read;
  private final char[] line;

  /** Closing it closes the reader. */
  public BoundedLines(Reader in, int longestLine, long mostCharacters) {
    this.in = new BufferedReader(in, 1 << 16);
    this.longest = longestLine;
    this.most = mostCharacters;
    this.line = new char[longestLine];
  }

  /** The retained part of the next line, without its line feed; null at the end. */
  public @Nullable String next() throws IOException {
    int length = 0;
    boolean any = false;
    while (read < most) {
      int next = in.read();
      if (next < 0) {
        break;
      }
      read++;
      any = true;
      if (next == '\n') {
        return new String(line, 0, length);
      }
      if (length < longest) {
        line[length++] = (char) next;
      }
    }
    return any ? new String(line, 0, length) : null;
  }

  /** Whether the text continued beyond the limit. */
  public boolean cut() throws IOException {
    return read >= most && in.read() >= 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
