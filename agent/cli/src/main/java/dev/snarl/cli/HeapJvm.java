package dev.snarl.cli;

import com.sun.management.OperatingSystemMXBean;
import dev.snarl.text.Figures;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A separate JVM for reading a dump, with a heap that fits the file. The smallest object takes 29
 * bytes of a dump and 60 bytes of index, a reference 8 and 8: the index needs at most 2.1 times the
 * file. Only used memory becomes resident; the serial collector returns the rest.
 */
final class HeapJvm {
  private static final String INSIDE = "dev.snarl.heap.inside";
  private static final double TIMES_FILE = 2.1;
  private static final double TIMES_COMPRESSED = 20;
  private static final long CONSTANT = 160L << 20;
  private static final double OF_THE_MACHINE = 0.85;

  private HeapJvm() {}

  /** Not in a JVM with an explicit heap size, nor if the output is not the process's. */
  static boolean wanted(Here here) {
    return here.out() == System.out
        && !Boolean.getBoolean(INSIDE)
        && ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .noneMatch(a -> a.startsWith("-Xmx") || a.startsWith("-XX:MaxRAM"));
  }

  /** Runs the command there; its exit code. */
  static int run(Here here, List<String> arguments, List<Path> files) throws Failure {
    try {
      return started(here, arguments, files, Redirect.INHERIT).waitFor();
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  /** Runs the command there; what it prints on its standard output. */
  static String output(Here here, List<String> arguments, List<Path> files) throws Failure {
    Process process = started(here, arguments, files, Redirect.PIPE);
    try (InputStream out = process.getInputStream()) {
      String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return text;
    } catch (IOException e) {
      throw Failure.unreachable("cannot read what was read of the dump: " + e.getMessage());
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static Failure interrupted() {
    Thread.currentThread().interrupt();
    return Failure.unreachable("interrupted");
  }

  private static Process started(
      Here here, List<String> arguments, List<Path> files, Redirect output) throws Failure {
    long needed = 0;
    for (Path file : files) {
      needed = Math.max(needed, needed(file));
    }
    long available = available();
    if (needed > available) {
      here.complain(
          "a dump of this size may need up to "
              + Figures.bytes(needed)
              + " of memory; going on with "
              + Figures.bytes(available));
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + (Math.min(needed, available) >> 20) + "m");
    command.addAll(
        List.of(
            "-Xms64m",
            "-Xmn16m",
            "-XX:+UseSerialGC",
            "-XX:MinHeapFreeRatio=5",
            "-XX:MaxHeapFreeRatio=10",
            "-XX:-UsePerfData",
            "-D" + INSIDE + "=true",
            "-jar",
            here.jar().toString()));
    command.addAll(arguments);
    try {
      Process process = new ProcessBuilder(command).inheritIO().redirectOutput(output).start();
      Thread end = new Thread(process::destroy);
      Runtime.getRuntime().addShutdownHook(end);
      return process;
    } catch (IOException e) {
      throw Failure.unreachable("cannot start a JVM to read the dump: " + e.getMessage());
    }
  }

  /** What to do when this JVM's heap was not enough. */
  static String tooSmall(String command, Path file) {
    long had = Runtime.getRuntime().maxMemory();
    long more = Math.max(needed(file), had + had / 2);
    return "the heap of this JVM, "
        + Figures.bytes(had)
        + ", is too small for it; run java -Xmx"
        + (more >> 20)
        + "m -XX:+UseSerialGC -jar snarl.jar "
        + command
        + " "
        + file;
  }

  private static long needed(Path file) {
    try {
      boolean packed = file.toString().endsWith(".gz");
      return CONSTANT + (long) (Files.size(file) * (packed ? TIMES_COMPRESSED : TIMES_FILE));
    } catch (IOException e) {
      return CONSTANT;
    }
  }

  private static long available() {
    long memory =
        ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
            ? system.getTotalMemorySize()
            : Runtime.getRuntime().maxMemory();
    return (long) (memory * OF_THE_MACHINE);
  }
}
