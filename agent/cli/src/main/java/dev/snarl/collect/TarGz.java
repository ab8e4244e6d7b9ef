package dev.snarl.collect;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a compressed tar archive in the POSIX format: regular files in one folder, readable by
 * their owner alone. Files that grow while they are read are cut at the size they had.
 */
public final class TarGz implements AutoCloseable {
  private static final int BLOCK = 512;
  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_FOLDER = 155;

  /** More does not fit into eleven octal digits. */
  private static final long LARGEST_OCTAL = (1L << 33) - 1;

  private final OutputStream out;
  private final byte[] folder;

  /** Starts an archive whose files are in this folder. */
  public TarGz(OutputStream out, String folder) throws IOException {
    this.folder = folder.getBytes(StandardCharsets.UTF_8);
    if (this.folder.length > LONGEST_FOLDER) {
      throw new IOException("a name of more than " + LONGEST_FOLDER + " bytes");
    }
    this.out = new GZIPOutputStream(out, 1 << 16);
  }

  /** Adds a file under its own name. */
  public void add(Path file) throws IOException {
    byte[] name = String.valueOf(file.getFileName()).getBytes(StandardCharsets.UTF_8);
    if (name.length > LONGEST_NAME) {
      throw new IOException("a name of more than " + LONGEST_NAME + " bytes: " + file);
    }
    long size = Files.size(file);
    out.write(header(name, folder, size, Files.getLastModifiedTime(file).toMillis() / 1_000));
    try (var in = Files.newInputStream(file)) {
      byte[] buffer = new byte[1 << 16];
      long left = size;
      while (left > 0) {
        int n = in.read(buffer, 0, (int) Math.min(left, buffer.length));
        if (n < 0) {
          throw new IOException(file + " became shorter");
        }
        out.write(buffer, 0, n);
        left -= n;
      }
    }
    out.write(new byte[(int) (-size & (BLOCK - 1))]);
  }

  static byte[] header(byte[] name, byte[] folder, long size, long seconds) {
    byte[] header = new byte[BLOCK];
    put(header, 0, name);
    put(header, 100, octal(0600, 7));
    put(header, 108, octal(0, 7)); // root, as its owner here says nothing elsewhere
    put(header, 116, octal(0, 7));
    if (size <= LARGEST_OCTAL) {
      put(header, 124, octal(size, 11));
    } else {
      header[124] = (byte) 0x80; // in binary, as GNU tar and others read it
      for (int i = 0; i < 8; i++) {
        header[135 - i] = (byte) (size >>> (8 * i));
      }
    }
    put(header, 136, octal(seconds, 11));
    Arrays.fill(header, 148, 156, (byte) ' ');
    header[156] = '0';
    put(header, 257, "ustar\00000".getBytes(StandardCharsets.US_ASCII));
    put(header, 345, folder);
    int sum = 0;
    for (byte each : header) {
      sum += each & 0xff;
    }
    put(header, 148, octal(sum, 6));
    header[154] = 0;
    return header;
  }

  private static byte[] octal(long value, int digits) {
    return String.format("%0" + digits + "o", value).getBytes(StandardCharsets.US_ASCII);
  }

  private static void put(byte[] header, int at, byte[] what) {
    System.arraycopy(what, 0, header, at, what.length);
  }

  /** Ends the archive. */
  @Override
  public void close() throws IOException {
    try (out) {
      out.write(new byte[2 * BLOCK]);
    }
  }
}
