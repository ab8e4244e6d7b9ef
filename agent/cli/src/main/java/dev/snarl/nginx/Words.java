package dev.snarl.nginx;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The words of an nginx configuration: with quotes and comments parsed, and long words cut. */
final class Words implements Closeable {
  private static final int LONGEST = 4_096;

  private final InputStream in;
  private int pushed = -1;

  Words(InputStream in) {
    this.in = in;
  }

  /** The next word, or one of {@code ; { }}; null at the end. */
  @Nullable String next() throws IOException {
    int c = read();
    while (c >= 0 && (c <= ' ' || c == '#')) {
      if (c == '#') {
        while (c >= 0 && c != '\n') {
          c = read();
        }
      } else {
        c = read();
      }
    }
    if (c < 0) {
      return null;
    }
    if (c == ';' || c == '{' || c == '}') {
      return String.valueOf((char) c);
    }
    StringBuilder word = new StringBuilder();
    if (c == '"' || c == '\'') {
      quoted(c, word);
      return word.toString();
    }
    while (c > ' ' && c != ';' && c != '{' && c != '}') {
      append(word, c);
      c = read();
    }
    pushed = c;
    return word.toString();
  }

  private void quoted(int quote, StringBuilder word) throws IOException {
    for (int c = read(); c >= 0 && c != quote; c = read()) {
      append(word, c == '\\' ? Math.max(' ', read()) : c);
    }
  }

  private static void append(StringBuilder word, int c) {
    if (word.length() < LONGEST) {
      word.append((char) c);
    }
  }

  private int read() throws IOException {
    if (pushed >= 0) {
      int c = pushed;
      pushed = -1;
      return c;
    }
    return in.read();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
