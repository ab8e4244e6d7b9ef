package dev.snarl.cli;

import dev.snarl.jvm.PerfData;
import dev.snarl.jvm.PerfFile;
import dev.snarl.jvm.Reading;
import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Jstat.Table;
import dev.snarl.text.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Says before a collection begins how large it gets, and refuses it where there is no room. */
record Room(Here here, Jvm jvm, OtherProcess process) {
  private static final long A_THREAD = 12 << 10;
  private static final long TABLES = 2 << 20;
  private static final long RECORDING = 64 << 20;

  /** The dump, and as much again in the archive, which compresses little of some heaps. */
  private static final double TIMES_HEAP = 2.4;

  private static final double SPARE = 1.1;

  /** Bytes of heap that a JVM writes in a second; half of what a laptop's disk takes. */
  private static final long A_SECOND = 250 << 20;

  private static final double LEAST_PAUSE = 0.1;

  void check(Path folder, boolean recording, boolean heap) throws Failure, IOException {
    long threads = number("Threads");
    long needed = threads * A_THREAD + TABLES;
    here.complain(
        "thread dumps and tables: about "
            + Figures.bytes(needed)
            + " before compression ("
            + Figures.plural(threads, "thread")
            + ")");
    if (recording) {
      here.complain("recording: at most " + Figures.bytes(RECORDING));
      needed += RECORDING;
    }
    if (heap) {
      long used = used();
      here.complain(
          "heap dump: about "
              + Figures.bytes(used)
              + ", and as much again at most in the archive; it holds ALL data of the application,"
              + " passwords and personal data included: keep it where such data may be");
      needed += (long) (used * TIMES_HEAP);
    }
    check(folder, needed, "give -o on a larger disk");
  }

  /** For a heap dump alone; says how long the JVM will stand still, too. */
  void checkDump(Path folder) throws Failure, IOException {
    long used = used();
    here.complain(
        "heap dump: about %s at most, for which JVM %s stands still about %s"
            .formatted(
                Figures.bytes(used),
                jvm.pid(),
                Figures.time(Math.max(LEAST_PAUSE, (double) used / A_SECOND))));
    check(folder, used, "name a file on a larger disk with --keep");
  }

  private static void check(Path folder, long needed, String remedy) throws Failure, IOException {
    long free = Files.getFileStore(folder).getUsableSpace();
    if (free <= needed * SPARE) {
      throw Failure.unreachable(
          "%s has %s free, and this needs up to %s: %s"
              .formatted(folder.getParent(), Figures.bytes(free), Figures.bytes(needed), remedy));
    }
  }

  /** What is in the heap now, or else what of the process is resident. */
  private long used() {
    PerfData data = PerfFile.of(Long.parseLong(jvm.pid()));
    if (data != null) {
      Jstat jstat = Reading.of(data, System.currentTimeMillis()).jstat();
      double kilobytes =
          Stream.of("S0U", "S1U", "EU", "OU")
              .map(column -> jstat.number(Table.GC, column))
              .mapToDouble(value -> value == null ? 0 : value)
              .sum();
      if (kilobytes > 0) {
        return (long) (kilobytes * 1024);
      }
    }
    return number("VmRSS") * 1024;
  }

  private long number(String field) {
    String digits = process.field(field).replaceFirst("\\D.*", "");
    return digits.isEmpty() ? 0 : Long.parseLong(digits);
  }
}
