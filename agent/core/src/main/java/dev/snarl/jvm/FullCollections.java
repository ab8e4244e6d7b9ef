package dev.snarl.jvm;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts collections of the whole heap, and those among them that came because memory was wanted.
 * The counters name the cause of the last collection only. Where a young one came after the full
 * one, the full one counts as the last of known cause did, and not at all before there was one:
 * this count may be too low, hardly too high. The agent's thread only.
 */
final class FullCollections {
  /** Why a full collection may come with a heap that has room. */
  private static final Set<String> NOT_FOR_SPACE =
      Set.of(
          "System.gc()",
          "Diagnostic Command",
          "JvmtiEnv ForceGarbageCollection",
          "Heap Inspection Initiated GC",
          "Heap Dump Initiated GC",
          "WhiteBox Initiated Full GC",
          "Metadata GC Threshold",
          "Metadata GC Clear Soft References",
          "CodeCache GC Threshold",
          "CodeCache GC Aggressive");

  private long seen = -1;
  private long forSpace;
  private boolean lastForSpace;

  void see(Counters counters) {
    Long now = counted(counters) ? counters.number("sun.gc.collector.1.invocations") : null;
    if (now == null) {
      return;
    }
    String cause = counters.text("sun.gc.lastCause");
    boolean newer = seen >= 0 && now > seen;
    if (newer && cause != null && lastWasFull(counters)) {
      lastForSpace = !NOT_FOR_SPACE.contains(cause);
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

  /** What the last collection of any kind was for. */
  static @Nullable String lastCause(Counters counters) {
    return counters.text("sun.gc.lastCause");
  }
}
