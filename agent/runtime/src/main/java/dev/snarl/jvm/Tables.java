package dev.snarl.jvm;

import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Jstat.Table;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of jstat from the counters: the same counters, in the same order of operations, so
 * that they agree to the last digit. A column that a collector lacks is null, as jstat's {@code -}.
 */
public final class Tables {
  private static final double KB = 1024;
  private static final String EDEN = "generation.0.space.0";
  private static final String SURVIVOR_0 = "generation.0.space.1";
  private static final String SURVIVOR_1 = "generation.0.space.2";
  private static final String OLD = "generation.1.space.0";
  private static final String METASPACE = "metaspace";
  private static final String CLASS_SPACE = "compressedclassspace";

  private final Counters counters;

  private Tables(Counters counters) {
    this.counters = counters;
  }

  /** All tables as they are now. */
  public static Jstat of(Counters counters) {
    Tables tables = new Tables(counters);
    Map<Table, Map<String, @Nullable Object>> all = new EnumMap<>(Table.class);
    all.put(Table.GC, tables.gc());
    all.put(Table.GCUTIL, tables.utilisation());
    all.put(Table.GCCAUSE, tables.causes());
    all.put(Table.CLASS, tables.classes());
    all.put(Table.COMPILER, tables.compiler());
    return new Jstat(counters.source(), all);
  }

  private Map<String, @Nullable Object> gc() {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("S0C", kilobytes("sun.gc." + SURVIVOR_0 + ".capacity"));
    row.put("S1C", kilobytes("sun.gc." + SURVIVOR_1 + ".capacity"));
    row.put("S0U", kilobytes("sun.gc." + SURVIVOR_0 + ".used"));
    row.put("S1U", kilobytes("sun.gc." + SURVIVOR_1 + ".used"));
    row.put("EC", kilobytes("sun.gc." + EDEN + ".capacity"));
    row.put("EU", kilobytes("sun.gc." + EDEN + ".used"));
    row.put("OC", kilobytes("sun.gc." + OLD + ".capacity"));
    row.put("OU", kilobytes("sun.gc." + OLD + ".used"));
    row.put("MC", kilobytes("sun.gc." + METASPACE + ".capacity"));
    row.put("MU", kilobytes("sun.gc." + METASPACE + ".used"));
    row.put("CCSC", kilobytes("sun.gc." + CLASS_SPACE + ".capacity"));
    row.put("CCSU", kilobytes("sun.gc." + CLASS_SPACE + ".used"));
    collections(row);
    return row;
  }

  private Map<String, @Nullable Object> utilisation() {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("S0", percent(SURVIVOR_0));
    row.put("S1", percent(SURVIVOR_1));
    row.put("E", percent(EDEN));
    row.put("O", percent(OLD));
    row.put("M", percent(METASPACE));
    row.put("CCS", percent(CLASS_SPACE));
    collections(row);
    return row;
  }

  private Map<String, @Nullable Object> causes() {
    Map<String, @Nullable Object> row = utilisation();
    row.put("LGCC", counters.text("sun.gc.lastCause"));
    row.put("GCC", counters.text("sun.gc.cause"));
    return row;
  }

  /** Unlike its parts, the total counts missing values as zero. */
  private void collections(Map<String, @Nullable Object> row) {
    row.put("YGC", count("sun.gc.collector.0.invocations"));
    row.put("YGCT", seconds("sun.gc.collector.0.time"));
    row.put("FGC", count("sun.gc.collector.1.invocations"));
    row.put("FGCT", seconds("sun.gc.collector.1.time"));
    row.put("CGC", count("sun.gc.collector.2.invocations"));
    row.put("CGCT", seconds("sun.gc.collector.2.time"));
    double ticks = 0;
    for (int i = 0; i < 3; i++) {
      Double time = count("sun.gc.collector." + i + ".time");
      ticks += time == null ? 0 : time;
    }
    row.put("GCT", ratio(ticks, count("sun.os.hrt.frequency")));
  }

  private Map<String, @Nullable Object> classes() {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("Loaded", sum("java.cls.loadedClasses", "java.cls.sharedLoadedClasses", 1));
    row.put("Bytes", sum("sun.cls.loadedBytes", "sun.cls.sharedLoadedBytes", KB));
    row.put("Unloaded", sum("java.cls.unloadedClasses", "java.cls.sharedUnloadedClasses", 1));
    row.put("UnloadedBytes", sum("sun.cls.unloadedBytes", "sun.cls.sharedUnloadedBytes", KB));
    row.put("Time", seconds("sun.cls.time"));
    return row;
  }

  private Map<String, @Nullable Object> compiler() {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("Compiled", count("sun.ci.totalCompiles"));
    row.put("Failed", count("sun.ci.totalBailouts"));
    row.put("Invalid", count("sun.ci.totalInvalidates"));
    row.put("Time", seconds("java.ci.totalTime"));
    row.put("FailedType", count("sun.ci.lastFailedType"));
    row.put("FailedMethod", counters.text("sun.ci.lastFailedMethod"));
    return row;
  }

  private @Nullable Double count(String name) {
    Long value = counters.number(name);
    return value == null ? null : Double.valueOf(value);
  }

  private @Nullable Double kilobytes(String name) {
    return ratio(count(name), KB);
  }

  private @Nullable Double seconds(String name) {
    return ratio(count(name), count("sun.os.hrt.frequency"));
  }

  private @Nullable Double sum(String first, String second, double unit) {
    Double a = count(first);
    Double b = count(second);
    return a == null || b == null ? null : Double.valueOf((a + b) / unit);
  }

  /** Of the space's committed size; null if that is zero. */
  private @Nullable Double percent(String space) {
    Double capacity = count("sun.gc." + space + ".capacity");
    Double used = count("sun.gc." + space + ".used");
    return capacity == null || used == null || capacity == 0
        ? null
        : Double.valueOf((1 - ((capacity - used) / capacity)) * 100);
  }

  private static @Nullable Double ratio(@Nullable Double part, @Nullable Double whole) {
    return part == null || whole == null || whole == 0 ? null : Double.valueOf(part / whole);
  }
}
