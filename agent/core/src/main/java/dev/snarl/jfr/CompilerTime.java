package dev.snarl.jfr;

import dev.snarl.snapshot.Profile.Compilation;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * CPU time of the just-in-time compiler and of the process, without the flight recorder. On Linux
 * that of the compiler's threads, exactly; elsewhere unknown, since the JVM's own counter is time
 * that passed and may hold much waiting for a processor. Every 5 s it lists the threads, about 1 µs
 * each, and reads the few whose name is a compiler's. The agent's own thread only.
 */
public final class CompilerTime {
  private static final long EVERY = 5_000_000_000L;
  private static final int MOST_TASKS = 50_000;

  /** The kernel counts in hundredths of a second wherever Java runs. */
  private static final long TICK_NANOS = 10_000_000L;

  private static final int USER_TIME = 11;

  private final Path tasks;
  private final Map<String, Long> compilers = new HashMap<>();
  private final Set<String> others = new HashSet<>();
  private long ended;
  private long lastLook;
  private Compilation last = Compilation.NONE;

  public CompilerTime() {
    this(Path.of("/proc/self/task"));
  }

  CompilerTime(Path tasks) {
    this.tasks = tasks;
  }

  /** Both times since the JVM started, each -1 where it is unknown; read every 5 s. */
  public Compilation read(long now) {
    if (lastLook == 0 || now - lastLook >= EVERY) {
      lastLook = now;
      last = Compilation.of(compilerNanos(), processNanos());
    }
    return last;
  }

  long compilerNanos() {
    Set<String> alive = new HashSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        String id = task.getFileName().toString();
        alive.add(id);
        if (!others.contains(id)) {
          look(task, id);
        }
        if (alive.size() > MOST_TASKS) {
          return -1;
        }
      }
    } catch (IOException | RuntimeException e) {
      return -1;
    }
    others.retainAll(alive);
    compilers
        .entrySet()
        .removeIf(
            thread -> {
              boolean gone = !alive.contains(thread.getKey());
              ended += gone ? thread.getValue() : 0;
              return gone;
            });
    long sum = ended;
    for (long nanos : compilers.values()) {
      sum += nanos;
    }
    return compilers.isEmpty() && ended == 0 ? -1 : sum;
  }

  /** {@code 12 (C2 CompilerThre) S 1 …}: names are cut to 15 characters. */
  private void look(Path task, String id) {
    String stat;
    try {
      stat = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
    } catch (IOException endedMeanwhile) {
      return;
    }
    int from = stat.indexOf('(');
    int to = stat.lastIndexOf(')');
    String name = from < 0 || to < from ? "" : stat.substring(from + 1, to);
    if (!name.startsWith("C1 CompilerThre") && !name.startsWith("C2 CompilerThre")) {
      others.add(id);
      return;
    }
    String[] fields = stat.substring(Math.min(stat.length(), to + 2)).split(" ", -1);
    if (fields.length > USER_TIME + 1) {
      long ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[USER_TIME + 1]);
      compilers.put(id, ticks * TICK_NANOS);
    }
  }

  /** An image without these beans does not know it. */
  private static long processNanos() {
    try {
      return ManagementFactory.getOperatingSystemMXBean()
              instanceof com.sun.management.OperatingSystemMXBean bean
          ? bean.getProcessCpuTime()
          : -1;
    } catch (LinkageError e) {
      return -1;
    }
  }
}
