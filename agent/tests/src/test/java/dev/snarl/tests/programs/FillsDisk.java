package dev.snarl.tests.programs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * For each line on its standard input writes a file in the folder of its first argument: so many MB
 * at first, then until nothing more fits. Goes on with its work after that.
 */
public final class FillsDisk {
  private FillsDisk() {}

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    byte[] block = new byte[1 << 14];
    long left = Long.parseLong(args[1]) << 20;
    while (System.in.read() == '\n') {
      try (OutputStream file =
          Files.newOutputStream(
              Path.of(args[0], "fill"), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        for (; left > 0; left -= block.length) {
          file.write(block);
        }
        left = Long.MAX_VALUE;
        System.out.println("written");
      } catch (IOException full) {
        System.out.println("full");
        EveryHook.run();
        System.out.println("done");
      }
    }
  }
}
