package dev.snarl.console;

import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Jstat.Table;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.StartSite;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the history keeps of every sample. A rate is what a total grew by, per second; what is not
 * known is NaN.
 *
 * @param label its name in the answer
 * @param rate whether {@code read} gives a total
 * @param read from a snapshot, in base units
 */
record Signal(String label, boolean rate, ToDoubleFunction<Snapshot> read) {
  static final List<Signal> ALL =
      List.of(
          rate(
              "waitingThreads",
              s -> s.blocked().stream().mapToLong(BlockedSite::nanos).sum() / 1e9),
          rate("heldTwice", s -> s.pairs().stream().mapToLong(DoubleHeld::heldNanos).sum() / 1e9),
          rate("threadStarts", s -> s.starts().stream().mapToLong(StartSite::started).sum()),
          rate("completed", s -> s.pools().stream().mapToLong(Pool::completed).sum()),
          rate("rejected", s -> s.pools().stream().mapToLong(p -> p.rejections().count()).sum()),
          level("poolThreads", s -> s.pools().stream().mapToLong(Pool::size).sum()),
          level("active", s -> s.pools().stream().mapToLong(Pool::active).sum()),
          level("queued", s -> s.pools().stream().mapToLong(p -> Math.max(0, p.queued())).sum()),
          level("eden", s -> bytes(s, "EU")),
          level("survivor", s -> bytes(s, "S0U") + bytes(s, "S1U")),
          level("old", s -> bytes(s, "OU")),
          level("metaspace", s -> bytes(s, "MU")),
          level("heapMax", s -> known(s.vitals().memory().heap().maxBytes(), 1)),
          rate("allocated", s -> known(s.vitals().memory().collections().allocatedBytes(), 1)),
          rate("gcPause", s -> known(s.vitals().memory().collections().pauseNanos(), 1e9)),
          rate("gcCount", Signal::collections),
          rate("cpu", s -> known(s.vitals().memory().cpu().processNanos(), 1e9)),
          rate("gcCpu", s -> known(s.vitals().memory().cpu().collectorNanos(), 1e9)),
          rate("jitCpu", s -> known(s.vitals().memory().cpu().compilerNanos(), 1e9)),
          rate("snarlCpu", s -> s.health().selfNanos() / 1e9));

  private static Signal rate(String label, ToDoubleFunction<Snapshot> total) {
    return new Signal(label, true, total);
  }

  private static Signal level(String label, ToDoubleFunction<Snapshot> value) {
    return new Signal(label, false, value);
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
