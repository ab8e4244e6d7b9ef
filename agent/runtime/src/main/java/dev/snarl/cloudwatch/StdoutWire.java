package dev.snarl.cloudwatch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The original standard output of the JVM: replacing {@code System.out} does not affect these
 * lines, and no lock is shared with the application. Each line is one write.
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
