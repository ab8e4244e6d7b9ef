package dev.snarl.threads;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * JSON with bounded texts and a bounded total length, so that a parser that keeps each text whole
 * needs little memory.
 */
final class BoundedStrings extends FilterReader {
  private static final int LONGEST = 1 << 20;
  private static final long MOST = 4L << 30;

  private boolean inside;
  private boolean escaped;
  private int length;
  private long read;

  BoundedStrings(Reader in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    if (next >= 0) {
      pass((char) next);
    }
    return next;
  }

  @Override
  public int read(char[] buffer, int offset, int count) throws IOException {
    int n = super.read(buffer, offset, count);
    for (int i = 0; i < n; i++) {
      pass(buffer[offset + i]);
    }
    return n;
  }

  private void pass(char c) throws IOException {
    if (++read > MOST) {
      throw new IOException("too long");
    }
    if (!inside) {
      inside = c == '"';
      length = 0;
      return;
    }
    if (++length > LONGEST) {
      throw new IOException("a text is too long");
    }
    inside = escaped || c != '"';
    escaped = c == '\\' && !escaped;
  }
}
