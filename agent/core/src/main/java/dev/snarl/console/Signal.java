package dev.snarl.console;

import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Jstat.Table;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.StartSite;
import java.util.function.ToDoubleFunction;

/**
 * What the history keeps of every sample. A rate is what a total grew by, per second; what is not
 * known is NaN.
 */
enum Signal {
  /** Threads that waited for a future, on average. */
  WAITING_THREADS(
      "waitingThreads", true, s -> s.blocked().stream().mapToLong(BlockedSite::nanos).sum() / 1e9),
  /** Pairs of threads held for one job, on average. */
  HELD_TWICE(
      "heldTwice", true, s -> s.pairs().stream().mapToLong(DoubleHeld::heldNanos).sum() / 1e9),
  THREAD_STARTS("threadStarts", true, s -> s.starts().stream().mapToLong(StartSite::started).sum()),
  COMPLETED("completed", true, s -> s.pools().stream().mapToLong(Pool::completed).sum()),
  REJECTED("rejected", true, s -> s.pools().stream().mapToLong(p -> p.rejections().count()).sum()),
  POOL_THREADS("poolThreads", false, s -> s.pools().stream().mapToLong(Pool::size).sum()),
  ACTIVE("active", false, s -> s.pools().stream().mapToLong(Pool::active).sum()),
  QUEUED("queued", false, s -> s.pools().stream().mapToLong(p -> Math.max(0, p.queued())).sum()),
  EDEN("eden", false, s -> bytes(s, "EU")),
  SURVIVOR("survivor", false, s -> bytes(s, "S0U") + bytes(s, "S1U")),
  OLD("old", false, s -> bytes(s, "OU")),
  METASPACE("metaspace", false, s -> bytes(s, "MU")),
  HEAP_MAX("heapMax", false, s -> known(s.vitals().memory().heap().maxBytes(), 1)),
  ALLOCATED("allocated", true, s -> known(s.vitals().memory().collections().allocatedBytes(), 1)),
  GC_PAUSE("gcPause", true, s -> known(s.vitals().memory().collections().pauseNanos(), 1e9)),
  GC_COUNT("gcCount", true, Signal::collections),
  CPU("cpu", true, s -> known(s.vitals().memory().cpu().processNanos(), 1e9)),
  GC_CPU("gcCpu", true, s -> known(s.vitals().memory().cpu().collectorNanos(), 1e9)),
  JIT_CPU("jitCpu", true, s -> known(s.vitals().memory().cpu().compilerNanos(), 1e9)),
  /** The agent's own threads. */
  SNARL_CPU("snarlCpu", true, s -> s.health().selfNanos() / 1e9);

  private final String label;
  private final boolean rate;
  private final ToDoubleFunction<Snapshot> read;

  Signal(String label, boolean rate, ToDoubleFunction<Snapshot> read) {
    this.label = label;
    this.rate = rate;
    this.read = read;
  }

  String label() {
    return label;
  }

  boolean rate() {
    return rate;
  }

  double read(Snapshot snapshot) {
    return read.applyAsDouble(snapshot);
  }

  private static double known(long value, double unit) {
    return value < 0 ? Double.NaN : value / unit;
  }

  private static double column(Snapshot snapshot, String column) {
    Jstat jstat = snapshot.vitals().memory().jstat();
    Double value = jstat == null ? null : jstat.number(Table.GC, column);
    return value == null ? Double.NaN : value;
  }

  private static double bytes(Snapshot snapshot, String column) {
    return column(snapshot, column) * 1024;
  }

  private static double collections(Snapshot snapshot) {
    double concurrent = column(snapshot, "CGC");
    return column(snapshot, "YGC")
        + column(snapshot, "FGC")
        + (Double.isNaN(concurrent) ? 0 : concurrent);
  }
}
