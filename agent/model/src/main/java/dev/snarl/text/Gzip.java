package dev.snarl.text;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The content of what gzip compressed, as far as it can be read: one that is cut off or damaged
 * ends there, and {@link #cut} says so.
 */
public final class Gzip extends InputStream {
  private static final int BUFFER = 1 << 16;

  private final InputStream content;
  private @Nullable String cut;

  /**
   * Reads the header.
   *
   * @throws IOException if it is none of gzip's
   */
  public Gzip(InputStream compressed) throws IOException {
    try {
      content = new GZIPInputStream(compressed, BUFFER);
    } catch (EOFException e) { // has no message
      throw new EOFException("it ends within the header of a compressed file");
    }
  }

  /**
   * Whether bytes begin as gzip's do: <a href="https://www.rfc-editor.org/rfc/rfc1952#page-6">RFC
   * 1952</a>.
   */
  public static boolean begins(byte[] first) {
    return first.length > 1 && first[0] == 0x1f && first[1] == (byte) 0x8b;
  }

  /** Whether a file begins so. */
  public static boolean begins(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return begins(in.readNBytes(2));
    }
  }

  /** What ended it early; null if nothing has so far. */
  public @Nullable String cut() {
    return cut;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (cut != null) {
      return -1;
    }
    try {
      return content.read(into, from, length);
    } catch (IOException e) {
      cut = "the compressed file is cut off or damaged: " + e.getMessage();
      return -1;
    }
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
