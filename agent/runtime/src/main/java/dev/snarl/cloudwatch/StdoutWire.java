package dev.snarl.cloudwatch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Standard output as the JVM was given it: whatever the application puts before {@code System.out}
 * does not touch our lines, and no lock is shared with it. Each line is one write.
 */
final class StdoutWire implements Wire {
  private final OutputStream out;
  private boolean torn;

  @SuppressWarnings("resource") // closing it would close the application's standard output
  StdoutWire() {
    this(new FileOutputStream(FileDescriptor.out));
  }

  StdoutWire(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(List<byte[]> lines) throws IOException {
    for (byte[] line : lines) {
      if (torn) {
        out.write('\n');
      }
      torn = true;
      out.write(line);
      torn = false;
    }
  }
}
