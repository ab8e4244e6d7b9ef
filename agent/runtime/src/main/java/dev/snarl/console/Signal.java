package dev.snarl.console;

import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Jstat.Table;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.StartSite;
import java.util.ArrayList;
import java.util.List;

/**
 * The numbers that the history keeps of every sample, in base units. A rate is the growth of a
 * total per second; unknown is NaN. Written as loops, because the JVM would generate a class for
 * each lambda while the application starts.
 *
 * @param label its name in the answer
 * @param rate whether the value is a total
 */
record Signal(String label, boolean rate, double value) {
  static final int COUNT = 20;

  static List<Signal> of(Snapshot snapshot) {
    Memory memory = snapshot.vitals().memory();
    List<Signal> all = new ArrayList<>(COUNT);
    addWaits(all, snapshot);
    addPools(all, snapshot.pools());
    level(all, "eden", bytes(memory, "EU"));
    level(all, "survivor", bytes(memory, "S0U") + bytes(memory, "S1U"));
    level(all, "old", bytes(memory, "OU"));
    level(all, "metaspace", bytes(memory, "MU"));
    level(all, "heapMax", known(memory.heap().maxBytes(), 1));
    rate(all, "allocated", known(memory.collections().allocatedBytes(), 1));
    rate(all, "gcPause", known(memory.collections().pauseNanos(), 1e9));
    rate(all, "gcCount", collections(memory));
    rate(all, "cpu", known(memory.cpu().processNanos(), 1e9));
    rate(all, "gcCpu", known(memory.cpu().collectorNanos(), 1e9));
    rate(all, "jitCpu", known(memory.cpu().compilerNanos(), 1e9));
    rate(all, "snarlCpu", snapshot.health().selfNanos() / 1e9);
    return all;
  }

  private static void addWaits(List<Signal> all, Snapshot snapshot) {
    long waiting = 0;
    for (BlockedSite site : snapshot.blocked()) {
      waiting += site.nanos();
    }
    long heldTwice = 0;
    for (DoubleHeld pair : snapshot.pairs()) {
      heldTwice += pair.heldNanos();
    }
    long started = 0;
    for (StartSite site : snapshot.starts()) {
      started += site.started();
    }
    rate(all, "waitingThreads", waiting / 1e9);
    rate(all, "heldTwice", heldTwice / 1e9);
    rate(all, "threadStarts", (double) started);
  }

  private static void addPools(List<Signal> all, List<Pool> pools) {
    long completed = 0;
    long rejected = 0;
    long size = 0;
    long active = 0;
    long queued = 0;
    for (Pool pool : pools) {
      completed += pool.completed();
      rejected += pool.rejections().count();
      size += pool.size();
      active += pool.active();
      queued += Math.max(0, pool.queued());
    }
    rate(all, "completed", (double) completed);
    rate(all, "rejected", (double) rejected);
    level(all, "poolThreads", (double) size);
    level(all, "active", (double) active);
    level(all, "queued", (double) queued);
  }

  private static void rate(List<Signal> all, String label, double total) {
    all.add(new Signal(label, true, total));
  }

  private static void level(List<Signal> all, String label, double value) {
    all.add(new Signal(label, false, value));
  }

  private static double known(long value, double unit) {
    return value < 0 ? Double.NaN : value / unit;
  }

  private static double column(Memory memory, String column) {
    Jstat jstat = memory.jstat();
    Double value = jstat == null ? null : jstat.number(Table.GC, column);
    return value == null ? Double.NaN : value;
  }

  private static double bytes(Memory memory, String column) {
    return column(memory, column) * 1024;
  }

  private static double collections(Memory memory) {
    double concurrent = column(memory, "CGC");
    return column(memory, "YGC")
        + column(memory, "FGC")
        + (Double.isNaN(concurrent) ? 0 : concurrent);
  }
}
