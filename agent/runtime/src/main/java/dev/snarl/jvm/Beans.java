package dev.snarl.jvm;

import dev.snarl.snapshot.Memory;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The platform's beans of memory and collectors, without a bean server, which the application may
 * want to build itself. Created on the agent's thread at its first reading; a JVM image without
 * {@code java.management} fails there. A reading costs a few microseconds per pool.
 */
final class Beans {
  /** Collectors that collect the old generation, or a heap without generations, as a whole. */
  private static final Set<String> OF_THE_OLD =
      Set.of(
          "MarkSweepCompact",
          "PS MarkSweep",
          "G1 Old Generation",
          "ZGC Cycles",
          "ZGC Major Cycles",
          "Shenandoah Cycles");

  private final List<MemoryPoolMXBean> heap = new ArrayList<>();
  private final List<MemoryPoolMXBean> code = new ArrayList<>();
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private @Nullable MemoryPoolMXBean old;
  private @Nullable MemoryPoolMXBean eden;
  private @Nullable MemoryPoolMXBean metaspace;
  private @Nullable MemoryPoolMXBean classSpace;
  private final boolean mixed;

  Beans() {
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      String name = pool.getName();
      if (pool.getType() == MemoryType.HEAP) {
        heap.add(pool);
        // Shenandoah's old generation does not report its collections.
        if ((name.contains("Old") && !name.startsWith("Shenandoah")) || name.contains("Tenured")) {
          old = pool;
        } else if (name.contains("Eden")) {
          eden = pool;
        }
      } else if (name.equals("Metaspace")) {
        metaspace = pool;
      } else if (name.equals("Compressed Class Space")) {
        classSpace = pool;
      } else if (name.startsWith("Code")) {
        code.add(pool);
      }
    }
    if (old == null && heap.size() == 1) {
      old = heap.get(0);
    }
    mixed = old != null && old.getName().startsWith("G1");
  }

  List<GarbageCollectorMXBean> collectors() {
    return collectors;
  }

  @Nullable MemoryUsage old() {
    return usage(old);
  }

  @Nullable MemoryUsage eden() {
    return usage(eden);
  }

  @Nullable MemoryUsage metaspace() {
    return usage(metaspace);
  }

  @Nullable MemoryUsage classSpace() {
    return usage(classSpace);
  }

  /** What the last collection of the old generation left there; -1 before the first. */
  long oldAfter() {
    MemoryUsage after = old == null ? null : old.getCollectionUsage();
    return after == null || after.getUsed() <= 0 ? -1 : after.getUsed();
  }

  /** What the last collections left in the whole heap. */
  long heapAfter() {
    long sum = 0;
    for (MemoryPoolMXBean pool : heap) {
      MemoryUsage after = pool.getCollectionUsage();
      sum += after == null ? 0 : after.getUsed();
    }
    return sum;
  }

  /**
   * What the last collection of any kind left in the whole heap. The old generation of a heap with
   * an eden fills only by collections, except for objects too large for eden. Its current content
   * is therefore what they left.
   */
  long after() {
    long sum = 0;
    for (MemoryPoolMXBean pool : heap) {
      MemoryUsage left = pool == old && eden != null ? pool.getUsage() : pool.getCollectionUsage();
      sum += left == null ? 0 : left.getUsed();
    }
    return sum;
  }

  /** How often the old generation was collected as a whole. */
  long oldCollections() {
    long sum = 0;
    for (GarbageCollectorMXBean collector : collectors) {
      if (OF_THE_OLD.contains(collector.getName())) {
        sum += Math.max(0, collector.getCollectionCount());
      }
    }
    return sum;
  }

  /**
   * How full the heap or its old generation was when it was last collected as a whole, the fuller
   * of the two, 0 to 1; NaN if the JVM does not report it.
   */
  double fullWhenCollected() {
    double fullest = Double.NaN;
    try {
      for (GarbageCollectorMXBean collector : collectors) {
        if (OF_THE_OLD.contains(collector.getName())
            && collector instanceof com.sun.management.GarbageCollectorMXBean detailed
            && detailed.getLastGcInfo() != null) {
          fullest = fullest(detailed.getLastGcInfo().getMemoryUsageBeforeGc());
        }
      }
    } catch (LinkageError noSuchModule) {
      return Double.NaN;
    }
    return fullest;
  }

  private double fullest(Map<String, MemoryUsage> before) {
    double all = 0;
    double share = 0;
    for (MemoryPoolMXBean pool : heap) {
      MemoryUsage usage = before.get(pool.getName());
      if (usage != null) {
        all += usage.getUsed();
        share =
            pool == old && usage.getMax() > 0 ? (double) usage.getUsed() / usage.getMax() : share;
      }
    }
    return Math.max(share, all / Runtime.getRuntime().maxMemory());
  }

  /** Whether it is also collected in parts, which no collector counts: G1's mixed collections. */
  boolean mixed() {
    return mixed;
  }

  /** -1 if it has no separate limit: then the heap is its limit. */
  long oldMax() {
    MemoryUsage usage = usage(old);
    return usage == null ? -1 : usage.getMax();
  }

  List<Memory.Segment> code() {
    List<Memory.Segment> segments = new ArrayList<>();
    for (MemoryPoolMXBean pool : code) {
      MemoryUsage usage = usage(pool);
      if (usage != null) {
        segments.add(new Memory.Segment(pool.getName(), usage.getUsed(), usage.getMax()));
      }
    }
    return segments;
  }

  private static @Nullable MemoryUsage usage(@Nullable MemoryPoolMXBean pool) {
    return pool == null ? null : pool.getUsage();
  }
}
