package dev.snarl.jfr;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Why the flight recorder cannot, or should not, run here. Checked before anything of it is used,
 * because its own error messages are many lines. Writes a probe file to the temporary folder,
 * because permissions alone do not prove that it is writable.
 */
public final class Obstacle {
  private static final long NEEDED = 256L << 20;

  /**
   * Of a limited metaspace. Its own classes and those that it weaves take 3 MB (measured once, on
   * 17).
   */
  private static final long CLASSES = 8L << 20;

  /** On the recorder's disk, to start; half of it to continue. */
  private static final long ROOM = 512L << 20;

  private static final long LITTLE_ROOM = 64L << 20;

  private Obstacle() {}

  /**
   * The reason in a few words, or null.
   *
   * @param frugal whether little free memory is a reason
   */
  public static @Nullable String look(boolean frugal) {
    if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
      return "this Java image has no module jdk.jfr";
    }
    String memory = frugal ? memory() : null;
    if (memory != null) {
      return memory;
    }
    String folder = folder(temporary());
    return folder != null ? folder : disk(new File(temporary()), frugal ? ROOM : LITTLE_ROOM);
  }

  /**
   * Why it must stop, or null. A flight recorder that finds its disk full <a
   * href="https://github.com/openjdk/jdk/blob/jdk-17-ga/src/hotspot/share/jfr/writers/jfrStreamWriterHost.inline.hpp">ends
   * the JVM</a>: so it is ended first. One system call, to be made every few hundred milliseconds.
   *
   * @param frugal whether it was started automatically, and so keeps a larger reserve
   */
  public static @Nullable String fullDisk(boolean frugal) {
    return disk(new File(temporary()), (frugal ? ROOM : LITTLE_ROOM) / 2);
  }

  private static String temporary() {
    return System.getProperty("java.io.tmpdir", "");
  }

  private static @Nullable String disk(File folder, long least) {
    long free = folder.getUsableSpace();
    return free < least
        ? (free >> 20) + " MB are free on the disk of " + folder + " and it wants " + (least >> 20)
        : null;
  }

  private static @Nullable String memory() {
    Runtime runtime = Runtime.getRuntime();
    long heap = runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
    if (heap < NEEDED) {
      return (heap >> 20) + " MB of the heap are free and it wants " + (NEEDED >> 20);
    }
    long machine = machine(Path.of("/proc/meminfo"));
    if (machine >= 0 && machine < NEEDED) {
      return (machine >> 20)
          + " MB of the machine's memory are free and it wants "
          + (NEEDED >> 20);
    }
    return metaspace();
  }

  private static @Nullable String metaspace() {
    try {
      for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
        MemoryUsage usage = pool.getName().equals("Metaspace") ? pool.getUsage() : null;
        if (usage != null && usage.getMax() >= 0) {
          return metaspace(usage.getMax(), usage.getCommitted());
        }
      }
    } catch (LinkageError e) {
      // An image without java.management.
    }
    return null;
  }

  static @Nullable String metaspace(long limit, long committed) {
    long free = limit - committed;
    return free < CLASSES
        ? (free >> 20) + " MB of the metaspace are free and it wants " + (CLASSES >> 20)
        : null;
  }

  /** Bytes available, -1 if unknown. */
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
