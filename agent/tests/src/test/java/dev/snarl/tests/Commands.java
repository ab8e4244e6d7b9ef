package dev.snarl.tests;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Commands of the machine that forked JVMs are started with. */
final class Commands {
  private Commands() {}

  /** Skips the running test where a command does not work as a prefix of another. */
  static void need(List<String> prefix) {
    if (run(prefix, "true") != 0) {
      throw Skipped.because("not to be had here: " + String.join(" ", prefix));
    }
  }

  /** In a file system of so much memory, mounted on the folder for that process alone. */
  static String[] onSmallDisk(Path folder, String size) {
    String mount = "mount -t tmpfs -o size=" + size + " none '" + folder + "' && exec \"$@\"";
    List<String> prefix = List.of("unshare", "-rm", "sh", "-c", mount, "sh");
    need(prefix);
    return prefix.toArray(String[]::new);
  }

  /** Its exit code; -1 if there is no such command. */
  static int run(List<String> prefix, String... arguments) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("still running: " + command);
      }
      return process.exitValue();
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
