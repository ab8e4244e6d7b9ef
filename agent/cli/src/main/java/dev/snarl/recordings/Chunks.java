package dev.snarl.recordings;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * The chunks of a recording, by their headers alone: whether it is one, whether it is whole, and
 * how much memory its largest chunk takes. Reads 16 bytes of each chunk. See <a
 * href="https://github.com/openjdk/jdk/blob/jdk-17-ga/src/hotspot/share/jfr/recorder/repository/jfrChunkWriter.cpp">the
 * JVM's writer</a>.
 *
 * @param count the whole chunks
 * @param largest bytes of the largest
 * @param cut whether the last one is not whole
 */
record Chunks(int count, long largest, boolean cut) {
  private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
  private static final int HEADER = 68;

  /**
   * The chunks of a file.
   *
   * @param content the file, or what it holds if it is compressed
   */
  static Chunks of(Path file, Path content) throws IOException {
    int count = 0;
    long largest = 0;
    try (RandomAccessFile in = new RandomAccessFile(content.toFile(), "r")) {
      long length = in.length();
      if (length == 0) {
        throw new NotARecording(file + " is empty");
      }
      for (long at = 0; at < length; count++) {
        in.seek(at);
        long size = size(in, file, at);
        if (size < HEADER || size > length - at) {
          return whole(file, count, largest);
        }
        largest = Math.max(largest, size);
        at += size;
      }
    } catch (EOFException e) {
      return whole(file, count, largest);
    }
    return new Chunks(count, largest, false);
  }

  private static long size(RandomAccessFile in, Path file, long at) throws IOException {
    boolean magic = in.readInt() == MAGIC;
    if (!magic && at == 0) {
      throw new NotARecording(file + " is no flight recording");
    }
    if (in.readInt() >> 16 == 0) {
      return in.length() - at; // of JDK 7 and Oracle's 8: the header does not say it
    }
    return magic ? in.readLong() : 0;
  }

  /** A chunk gets its size when it is closed. */
  private static Chunks whole(Path file, int count, long largest) throws NotARecording {
    if (count == 0) {
      throw new NotARecording(
          file
              + " is cut off: its first chunk has no end. Of a JVM that runs, jcmd PID JFR.dump"
              + " filename=FILE writes a whole one; jfr assemble joins the chunks of one that ended");
    }
    return new Chunks(count, largest, true);
  }
}
