package dev.snarl.jvm;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The counters that the platform's beans provide, under the counters' names: for a JVM without
 * performance data. Times are in milliseconds. The beans do not distinguish the survivor spaces and
 * have no bytes of classes and no causes: those are absent.
 */
final class BeanCounters implements Counters {
  private static final Map<String, Integer> COLLECTOR =
      Map.ofEntries(
          Map.entry("Copy", 0),
          Map.entry("PS Scavenge", 0),
          Map.entry("G1 Young Generation", 0),
          Map.entry("ZGC Minor Pauses", 0),
          Map.entry("MarkSweepCompact", 1),
          Map.entry("PS MarkSweep", 1),
          Map.entry("G1 Old Generation", 1),
          Map.entry("Shenandoah Pauses", 1),
          Map.entry("G1 Concurrent GC", 2),
          Map.entry("ZGC Pauses", 2),
          Map.entry("ZGC Major Pauses", 2));

  private final Map<String, Long> numbers = new HashMap<>();

  BeanCounters(Beans beans) {
    numbers.put("sun.os.hrt.frequency", 1_000L);
    space("generation.0.space.0", beans.eden());
    space("generation.1.space.0", beans.old());
    space("metaspace", beans.metaspace());
    space("compressedclassspace", beans.classSpace());
    for (GarbageCollectorMXBean collector : beans.collectors()) {
      Integer number = COLLECTOR.get(collector.getName());
      if (number != null) {
        String name = "sun.gc.collector." + number;
        numbers.put(name + ".invocations", Math.max(0, collector.getCollectionCount()));
        numbers.put(name + ".time", Math.max(0, collector.getCollectionTime()));
      }
    }
    classes(ManagementFactory.getClassLoadingMXBean());
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    if (compiler != null && compiler.isCompilationTimeMonitoringSupported()) {
      numbers.put("java.ci.totalTime", compiler.getTotalCompilationTime());
    }
  }

  private void space(String name, @Nullable MemoryUsage usage) {
    if (usage != null) {
      numbers.put("sun.gc." + name + ".capacity", usage.getCommitted());
      numbers.put("sun.gc." + name + ".used", usage.getUsed());
    }
  }

  private void classes(ClassLoadingMXBean classes) {
    numbers.put("java.cls.loadedClasses", classes.getTotalLoadedClassCount());
    numbers.put("java.cls.sharedLoadedClasses", 0L);
    numbers.put("java.cls.unloadedClasses", classes.getUnloadedClassCount());
    numbers.put("java.cls.sharedUnloadedClasses", 0L);
  }

  @Override
  public @Nullable Long number(String name) {
    return numbers.get(name);
  }

  @Override
  public @Nullable String text(String name) {
    return null;
  }

  @Override
  public String source() {
    return "jmx";
  }
}
