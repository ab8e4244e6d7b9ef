package dev.snarl.rules;

import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Memory.Heap;
import dev.snarl.snapshot.Memory.LiveSet;
import dev.snarl.text.Figures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The growth of what survives collections of the old generation: a linear fit through the last of
 * them (least squares). Garbage does not count, so the line ends where the heap is really full.
 *
 * @param bytesPerSecond growth, null unless it grew
 * @param secondsToFull from now until the survivors fill the whole heap, null unless it grew
 */
record HeapTrend(@Nullable Double bytesPerSecond, @Nullable Double secondsToFull) {
  private static final HeapTrend NONE = new HeapTrend(null, null);
  private static final int POINTS = 8;
  private static final int FEWEST = 3;

  /** Growth below this share of the heap is noise. */
  private static final double LEAST_RISE = 0.005;

  static HeapTrend of(Memory memory, long now) {
    Heap heap = memory.heap();
    List<LiveSet> all = heap.liveSets();
    List<LiveSet> last = all.subList(Math.max(0, all.size() - POINTS), all.size());
    if (last.size() < FEWEST || heap.maxBytes() <= 0) {
      return NONE;
    }
    LiveSet latest = last.get(last.size() - 1);
    double slope = slope(last, latest.nanos());
    double span = (latest.nanos() - last.get(0).nanos()) / Figures.NANOS;
    if (!(slope * span >= LEAST_RISE * heap.maxBytes())) {
      return NONE;
    }
    double since = (now - latest.nanos()) / Figures.NANOS;
    double left = Math.max(0, heap.maxBytes() - latest.heapBytes()) / slope - since;
    return new HeapTrend(slope, Math.max(0, left));
  }

  private static double slope(List<LiveSet> sets, long origin) {
    double n = sets.size();
    double meanTime = 0;
    double meanBytes = 0;
    for (LiveSet set : sets) {
      meanTime += (set.nanos() - origin) / Figures.NANOS / n;
      meanBytes += set.heapBytes() / n;
    }
    double both = 0;
    double square = 0;
    for (LiveSet set : sets) {
      double time = (set.nanos() - origin) / Figures.NANOS - meanTime;
      both += time * (set.heapBytes() - meanBytes);
      square += time * time;
    }
    return square > 0 ? both / square : 0;
  }
}
