package dev.snarl.jvm;

import dev.snarl.snapshot.Memory;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts collections of the whole heap, and those among them that ran for lack of memory. The
 * counters name only the cause of the last collection. If a young one came after the full ones,
 * these count if the last of them began with a full heap; if that is unknown, the last known cause
 * decides. The agent's thread only.
 */
final class FullCollections {
  /** From this share on, lack of memory alone explains a collection. */
  private static final double FULL = 0.9;

  private long seen = -1;
  private long forSpace;
  private boolean lastForSpace;

  /**
   * @param beganAt how full the heap or its old generation was when its last collection as a whole
   *     began, 0 to 1; NaN unknown. Requested only if the counters do not decide.
   */
  void see(Counters counters, DoubleSupplier beganAt) {
    Long now = counted(counters) ? counters.number("sun.gc.collector.1.invocations") : null;
    if (now == null) {
      return;
    }
    String cause = counters.text("sun.gc.lastCause");
    boolean newer = seen >= 0 && now > seen;
    if (newer && cause != null && lastWasFull(counters)) {
      lastForSpace = Memory.Collections.forSpace(cause);
    } else if (newer) {
      double began = beganAt.getAsDouble();
      lastForSpace = Double.isNaN(began) ? lastForSpace : began >= FULL;
    }
    if (newer && lastForSpace) {
      forSpace += now - seen;
    }
    seen = now;
  }

  /** Shenandoah counts each pause of its concurrent cycles under this name; ZGC has no such. */
  static boolean counted(Counters counters) {
    String name = counters.text("sun.gc.collector.1.name");
    return name != null && name.endsWith("full collection pauses");
  }

  /** Whether the last collection of all was one of the whole heap. */
  static boolean lastWasFull(Counters counters) {
    Long young = counters.number("sun.gc.collector.0.lastEntryTime");
    Long full = counters.number("sun.gc.collector.1.lastEntryTime");
    return young != null && full != null && full > young;
  }

  /** All of them, -1 unknown. */
  long all() {
    return seen;
  }

  /** Since the first look, -1 unknown. */
  long forSpace() {
    return seen < 0 ? -1 : forSpace;
  }

  /** The cause of the last collection of any kind. */
  static @Nullable String lastCause(Counters counters) {
    return counters.text("sun.gc.lastCause");
  }
}
