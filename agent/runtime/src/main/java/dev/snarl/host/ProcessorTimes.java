package dev.snarl.host;

import dev.snarl.snapshot.Host.Cpu;
import org.jspecify.annotations.Nullable;

/**
 * Processor use from the kernel's cumulative ticks, which are 1/100 s for every program. Three
 * small files per reading; the shares are those since the previous reading.
 */
final class ProcessorTimes {

  private static final double TICKS_A_SECOND = 100;
  private static final int IDLE = 3;
  private static final int WAITING_FOR_DISK = 4;
  private static final int STOLEN = 7;

  private final Root root;
  private long @Nullable [] machineBefore;
  private double processBefore = -1;

  ProcessorTimes(Root root) {
    this.root = root;
  }

  Cpu read() {
    String load = root.text("/proc/loadavg");
    String stat = root.text("/proc/stat");
    double process = processTicks();
    long[] machine = machineTicks(stat);
    long[] before = machineBefore;
    double processUse = Double.NaN;
    double machineUse = Double.NaN;
    double steal = Double.NaN;
    if (machine != null && before != null) {
      double all = 0;
      for (int i = 0; i <= STOLEN; i++) { // guests are within user time
        all += (double) machine[i] - before[i];
      }
      if (all > 0) {
        double idle = (double) machine[IDLE] - before[IDLE];
        double waiting = (double) machine[WAITING_FOR_DISK] - before[WAITING_FOR_DISK];
        machineUse = share(all - idle - waiting, all);
        steal = share((double) machine[STOLEN] - before[STOLEN], all);
        processUse =
            process < 0 || processBefore < 0 ? Double.NaN : share(process - processBefore, all);
      }
    }
    machineBefore = machine;
    processBefore = process;
    return new Cpu(
        processUse,
        machineUse,
        steal,
        load == null ? Double.NaN : decimal(load),
        queued(stat),
        process < 0 ? -1 : process / TICKS_A_SECOND);
  }

  private static double share(double part, double all) {
    return Math.max(0, Math.min(1, part / all));
  }

  private static double decimal(String load) {
    try {
      return Double.parseDouble(Lines.words(load)[0]);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Of the tasks that run or could, this thread among them. */
  private static double queued(@Nullable String stat) {
    String running = Lines.after(stat, "procs_running ");
    double runnable = running == null ? 0 : Lines.number(Lines.words(running)[0]);
    long processors =
        stat == null ? 0 : stat.lines().filter(line -> line.startsWith("cpu")).count() - 1;
    return runnable <= 0 || processors <= 0
        ? Double.NaN
        : Math.max(0, (runnable - processors) / runnable);
  }

  private long @Nullable [] machineTicks(@Nullable String stat) {
    String line = Lines.after(stat, "cpu ");
    String[] words = line == null ? new String[0] : Lines.words(line);
    if (words.length <= STOLEN) {
      return null;
    }
    long[] ticks = new long[STOLEN + 1];
    for (int i = 0; i <= STOLEN; i++) {
      ticks[i] = Lines.number(words[i]);
    }
    return ticks;
  }

  /** User and system time of all threads, ended ones included. */
  private double processTicks() {
    String stat = root.text("/proc/self/stat");
    int name = stat == null ? -1 : stat.lastIndexOf(')');
    if (stat == null || name < 0) {
      return -1;
    }
    String[] words = Lines.words(stat.substring(name + 1));
    return words.length < 13 ? -1 : (double) Lines.number(words[11]) + Lines.number(words[12]);
  }
}
