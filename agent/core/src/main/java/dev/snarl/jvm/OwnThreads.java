package dev.snarl.jvm;

import dev.snarl.snapshot.Memory.Cpu;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The processor time of the JVM's own threads that collect and that compile, which no Java thread
 * can see: from {@code /proc}, where there is one. Names are looked at once a minute and only of
 * the {@value #MOST} oldest threads, times every {@value #SECONDS} seconds and only of the threads
 * found; between, the last reading stands. The agent's thread only.
 */
final class OwnThreads {
  static final int MOST = 1_000;
  static final int SECONDS = 5;
  private static final int LOOKS = 12;
  private static final long TICK_NANOS = 10_000_000;

  /** Names as the kernel keeps them, 15 characters long. */
  private static final Pattern COLLECTORS =
      Pattern.compile("VM Thread|GC Thread#.*|G1 .*|Z(Worker|Driver|Director|Stat|Unc).*|Shen.*");

  private static final Pattern COMPILERS = Pattern.compile("C[12] CompilerThre.*|JVMCI.*");

  private final Path process;
  private final Map<String, Long> collecting = new HashMap<>();
  private final Map<String, Long> compiling = new HashMap<>();
  private Cpu last = Cpu.NONE;
  private long next;
  private int looks;

  OwnThreads(Path process) {
    this.process = process;
  }

  Cpu read(long nanos) {
    if (looks > 0 && nanos - next < 0) {
      return last;
    }
    next = nanos + SECONDS * 1_000_000_000L;
    if (looks++ % LOOKS == 0) {
      find();
    }
    last =
        collecting.isEmpty()
            ? Cpu.NONE
            : new Cpu(ticks(process.resolve("stat")), sum(collecting), sum(compiling));
    return last;
  }

  private void find() {
    String[] ids = process.resolve("task").toFile().list();
    if (ids == null) {
      return;
    }
    long[] oldest = Arrays.stream(ids).mapToLong(Long::parseLong).sorted().limit(MOST).toArray();
    for (long id : oldest) {
      String name = text(process.resolve("task/" + id + "/comm")).strip();
      if (COLLECTORS.matcher(name).matches()) {
        collecting.putIfAbsent(String.valueOf(id), 0L);
      } else if (COMPILERS.matcher(name).matches()) {
        compiling.putIfAbsent(String.valueOf(id), 0L);
      }
    }
  }

  /** A thread that has ended keeps what it took. */
  private long sum(Map<String, Long> threads) {
    long sum = 0;
    for (Map.Entry<String, Long> thread : threads.entrySet()) {
      long now = ticks(process.resolve("task/" + thread.getKey() + "/stat"));
      thread.setValue(Math.max(thread.getValue(), now));
      sum += thread.getValue();
    }
    return sum;
  }

  /** User and system time of a stat file, -1 if it cannot be read. */
  private static long ticks(Path stat) {
    String text = text(stat);
    String[] words = text.substring(text.lastIndexOf(')') + 1).strip().split(" ", -1);
    try {
      return words.length < 13
          ? -1
          : (Long.parseLong(words[11]) + Long.parseLong(words[12])) * TICK_NANOS;
    } catch (NumberFormatException unknownFormat) {
      return -1;
    }
  }

  private static String text(Path file) {
    byte @Nullable [] bytes = null;
    try {
      bytes = Files.readAllBytes(file);
    } catch (IOException | RuntimeException gone) {
      // A thread may end between the look and the reading.
    }
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }
}
