package dev.snarl.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * What a JVM answers through the attach API. The API's own stream of Java 17 confuses the offset
 * into the caller's array with its length, and may write beyond the end. This one only fills an
 * array from its start.
 */
final class AnswerStream extends FilterInputStream {
  private final byte[] part = new byte[4_096];

  AnswerStream(InputStream in) {
    super(in);
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int n = in.read(part, 0, Math.min(length, part.length));
    if (n > 0) {
      System.arraycopy(part, 0, buffer, offset, n);
    }
    return n;
  }
}
