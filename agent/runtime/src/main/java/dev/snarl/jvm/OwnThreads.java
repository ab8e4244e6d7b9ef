package dev.snarl.jvm;

import dev.snarl.snapshot.Memory.Cpu;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The CPU time of the JVM's own collector and compiler threads, which no Java API reports: from
 * {@code /proc}, if there is one. Names are read once a minute, of many thousands of threads less
 * often, and only of the {@value #MOST} oldest. Times are read only of the threads found, and when
 * that of the process was read. The agent's thread only.
 */
final class OwnThreads {
  static final int MOST = 1_000;
  private static final int LOOKS = 12;

  /** To list that many threads costs as much as to read the times of those that are known. */
  private static final int THREADS_OF_A_LOOK = 100;

  private static final long TICK_NANOS = 10_000_000;

  /** Between the name and the times. */
  private static final int FIELDS_BEFORE = 12;

  /** Prefixes of the kernel's thread names, which have 15 characters. */
  private static final String[] COLLECTORS = {
    "VM Thread", "GC Thread#", "G1 ", "ZWorker", "ZDriver", "ZDirector", "ZStat", "ZUnc", "Shen"
  };

  private static final String[] COMPILERS = {"C1 CompilerThre", "C2 CompilerThre", "JVMCI"};

  private final File process;
  private final Map<String, Long> collecting = new HashMap<>();
  private final Map<String, Long> compiling = new HashMap<>();
  private final byte[] buffer = new byte[1_024];
  private Cpu last = Cpu.NONE;
  private int looks;

  OwnThreads(Path process) {
    this.process = process.toFile();
  }

  /**
   * The last reading, while that of the process is the same.
   *
   * @param processNanos CPU time of the process, cumulative; negative if unknown
   */
  Cpu read(long processNanos) {
    if (processNanos < 0 || processNanos == last.processNanos()) {
      return last;
    }
    if (looks-- <= 0) {
      looks = Math.max(LOOKS, find() / THREADS_OF_A_LOOK) - 1;
    }
    last = collecting.isEmpty() ? Cpu.NONE : new Cpu(processNanos, sum(collecting), sum(compiling));
    return last;
  }

  /** Of how many threads. */
  private int find() {
    String[] ids = new File(process, "task").list();
    if (ids == null) {
      return 0;
    }
    long[] oldest = new long[ids.length];
    for (int i = 0; i < ids.length; i++) {
      oldest[i] = Long.parseLong(ids[i]);
    }
    Arrays.sort(oldest);
    for (int i = 0; i < Math.min(MOST, oldest.length); i++) {
      String id = String.valueOf(oldest[i]);
      String name = text("task/" + id + "/comm");
      if (begins(name, COLLECTORS)) {
        collecting.putIfAbsent(id, 0L);
      } else if (begins(name, COMPILERS)) {
        compiling.putIfAbsent(id, 0L);
      }
    }
    return ids.length;
  }

  private static boolean begins(String name, String[] any) {
    for (String one : any) {
      if (name.startsWith(one)) {
        return true;
      }
    }
    return false;
  }

  /** A thread that has ended keeps its time. */
  private long sum(Map<String, Long> threads) {
    long sum = 0;
    for (Map.Entry<String, Long> thread : threads.entrySet()) {
      long now = ticks("task/" + thread.getKey() + "/stat");
      thread.setValue(Math.max(thread.getValue(), now));
      sum += thread.getValue();
    }
    return sum;
  }

  /** User and system time of a stat file, -1 if it cannot be read. */
  private long ticks(String stat) {
    String text = text(stat);
    int at = text.lastIndexOf(')') + 1;
    for (int field = 0; field < FIELDS_BEFORE && at > 0; field++) {
      at = text.indexOf(' ', at) + 1;
    }
    int user = at <= 0 ? -1 : text.indexOf(' ', at);
    int system = user < 0 ? -1 : text.indexOf(' ', user + 1);
    if (system < 0) {
      return -1;
    }
    try {
      return (Long.parseLong(text, at, user, 10) + Long.parseLong(text, user + 1, system, 10))
          * TICK_NANOS;
    } catch (NumberFormatException unknownFormat) {
      return -1;
    }
  }

  private String text(String file) {
    try (InputStream in = new FileInputStream(new File(process, file))) {
      int length = Math.max(0, in.readNBytes(buffer, 0, buffer.length));
      return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    } catch (IOException | RuntimeException gone) {
      return ""; // A thread may end between the look and the reading.
    }
  }
}
