package dev.snarl.jfr;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Why the flight recorder cannot, or should not, run here. Looked for before anything of it is
 * touched, as its own complaints come in many lines. A probe file is written to the temporary
 * folder, since rights alone do not say that it can be.
 */
public final class Obstacle {
  private static final long NEEDED = 256L << 20;

  private Obstacle() {}

  /**
   * The reason in a few words, or null.
   *
   * @param frugal whether memory that is not plenty is a reason
   */
  public static @Nullable String look(boolean frugal) {
    if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
      return "this Java image has no module jdk.jfr";
    }
    String memory = frugal ? memory() : null;
    return memory != null ? memory : folder(System.getProperty("java.io.tmpdir", ""));
  }

  private static @Nullable String memory() {
    Runtime runtime = Runtime.getRuntime();
    long heap = runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
    if (heap < NEEDED) {
      return (heap >> 20) + " MB of the heap are free and it wants " + (NEEDED >> 20);
    }
    long machine = machine(Path.of("/proc/meminfo"));
    return machine >= 0 && machine < NEEDED
        ? (machine >> 20) + " MB of the machine's memory are free and it wants " + (NEEDED >> 20)
        : null;
  }

  /** Bytes available, -1 where that is not known. */
  static long machine(Path meminfo) {
    try {
      for (String line : Files.readAllLines(meminfo, StandardCharsets.US_ASCII)) {
        if (line.startsWith("MemAvailable:")) {
          return Long.parseLong(line.replaceAll("\\D+", "")) << 10;
        }
      }
    } catch (IOException | NumberFormatException e) {
      return -1;
    }
    return -1;
  }

  static @Nullable String folder(String name) {
    try {
      Path probe = Files.createTempFile(Path.of(name), "snarl-", ".probe");
      Files.delete(probe);
      return null;
    } catch (IOException | InvalidPathException e) {
      return "the temporary folder " + name + " is not writable";
    }
  }
}
