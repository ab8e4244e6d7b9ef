package dev.snarl.rules;

import dev.snarl.snapshot.Memory.Heap;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Snapshot.Environment;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How fast the heap fills, from what collections left in it at the start and at the end of a
 * window. Without collections, the current content of the heap counts, including garbage.
 *
 * @param bytesPerSecond measured growth of what collections leave, NaN unknown
 * @param freeBytes remaining space
 */
public record HeapFilling(double bytesPerSecond, double freeBytes) {

  public static HeapFilling during(Timeline timeline, double windowSeconds) {
    Snapshot latest = timeline.latest();
    Heap now = latest.vitals().memory().heap();
    if (now.afterBytes() <= 0 || now.maxBytes() <= 0) {
      Environment jvm = latest.environment();
      return new HeapFilling(Double.NaN, jvm.maxHeapBytes() - jvm.usedHeapBytes());
    }
    Snapshot start = timeline.since(Duration.ofNanos((long) (windowSeconds * Figures.NANOS)));
    long before = start.vitals().memory().heap().afterBytes();
    double seconds = (latest.nanos() - start.nanos()) / Figures.NANOS;
    return new HeapFilling(
        before > 0 && seconds > 0 ? (now.afterBytes() - before) / seconds : Double.NaN,
        now.maxBytes() - now.afterBytes());
  }

  /** Bytes a second, null where unknown or not growing. */
  @Nullable Long measured() {
    return bytesPerSecond > 0 ? Math.round(bytesPerSecond) : null;
  }

  /**
   * Seconds until the heap is full, at the measured rate but at least at the given one; null
   * without either.
   *
   * @param least bytes a second that are known to be added, 0 for none
   */
  public @Nullable Double secondsToFull(double least) {
    double rate = bytesPerSecond > least ? bytesPerSecond : least;
    return rate > 0 ? Evidence.rounded(Math.max(0, freeBytes) / rate) : null;
  }
}
