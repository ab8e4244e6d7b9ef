package dev.snarl.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The file in which a JVM publishes its performance data, as jstat finds it: {@code
 * /tmp/hsperfdata_USER/PID}, for a JVM in a container under its own root and its own process id.
 * Reading it does not touch the JVM. One reading is one read of some 32 KB.
 */
public final class PerfFile {
  private static final int LARGEST = 16 << 20;

  private PerfFile() {}

  /** Null if there is none that this user may read, or the process has ended. */
  public static @Nullable PerfData of(long pid) {
    return of(pid, Path.of("/"));
  }

  static @Nullable PerfData of(long pid, Path root) {
    Path process = root.resolve("proc/" + pid);
    if (!Files.isDirectory(process)) {
      return null;
    }
    PerfData here = in(root.resolve("tmp"), Long.toString(pid));
    return here != null
        ? here
        : in(process.resolve("root/tmp"), numberInside(process.resolve("status"), pid));
  }

  private static @Nullable PerfData in(Path temporary, String pid) {
    try (DirectoryStream<Path> users = Files.newDirectoryStream(temporary, "hsperfdata_*")) {
      for (Path user : users) {
        Path file = user.resolve(pid);
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.isReadable(file)) {
          return read(file);
        }
      }
    } catch (IOException | RuntimeException notHere) {
      // Also a folder that this user may not read.
    }
    return null;
  }

  private static @Nullable PerfData read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return PerfData.of(ByteBuffer.wrap(in.readNBytes(LARGEST)));
    }
  }

  /** The process id in its own name space: the last of those that the kernel lists. */
  private static String numberInside(Path status, long pid) {
    try {
      List<String> lines = Files.readAllLines(status);
      for (String line : lines) {
        if (line.startsWith("NSpid:")) {
          String numbers = line.strip();
          return numbers.substring(numbers.lastIndexOf('\t') + 1).strip();
        }
      }
    } catch (IOException | RuntimeException unreadable) {
      // An older kernel, or no such process: it has only one number.
    }
    return Long.toString(pid);
  }
}
