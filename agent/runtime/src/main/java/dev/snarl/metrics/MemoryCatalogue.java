package dev.snarl.metrics;

import static dev.snarl.metrics.Metric.Type.COUNTER;
import static dev.snarl.metrics.Metric.Type.GAUGE;

import dev.snarl.metrics.Catalogue.Entry;
import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Jstat.Table;
import dev.snarl.snapshot.Memory;
import dev.snarl.text.Figures;
import java.util.List;
import java.util.Map;

/** The metrics of heap, collections and compiler; a part of {@link Catalogue}. */
final class MemoryCatalogue {
  private static final double KB = 1024;
  private static final Part<Memory> PART =
      new Part<>("JVM's performance data", moment -> moment.snapshot().vitals().memory());
  private static final List<String> COLUMN = List.of("column");

  /** Columns of jstat -gcutil by the names of the spaces here. */
  private static final Map<String, String> SPACES =
      Map.of("S0", "s0", "S1", "s1", "E", "eden", "O", "old", "M", "metaspace", "CCS", "class");

  private MemoryCatalogue() {}

  static List<Entry> entries() {
    return List.of(
        PART.entry(
            "snarl_gc_occupancy_ratio",
            GAUGE,
            "1",
            List.of("space"),
            "Used part of what a space has committed, as jstat -gcutil; for metaspace and class near 1"
                + " is normal",
            (memory, series) -> occupancy(memory, series)),
        PART.entry(
            "snarl_jstat_bytes",
            GAUGE,
            "bytes",
            COLUMN,
            "Sizes that jstat -gc shows, in bytes instead of KB",
            (memory, series) -> {
              for (String column :
                  List.of(
                      "S0C", "S1C", "S0U", "S1U", "EC", "EU", "OC", "OU", "MC", "MU", "CCSC",
                      "CCSU")) {
                add(memory, series, Table.GC, column, column, KB);
              }
            }),
        PART.entry(
            "snarl_jstat_seconds",
            GAUGE,
            "seconds",
            COLUMN,
            "Times that jstat shows: collections, classes, compiler; since the JVM started",
            (memory, series) -> {
              for (String column : List.of("YGCT", "FGCT", "CGCT", "GCT")) {
                add(memory, series, Table.GC, column, column, 1);
              }
              add(memory, series, Table.CLASS, "Time", "ClassTime", 1);
              add(memory, series, Table.COMPILER, "Time", "CompilerTime", 1);
            }),
        PART.entry(
            "snarl_jstat_events",
            GAUGE,
            "events",
            COLUMN,
            "Counts that jstat shows: collections, classes, compilations; since the JVM started",
            (memory, series) -> {
              for (String column : List.of("YGC", "FGC", "CGC")) {
                add(memory, series, Table.GC, column, column, 1);
              }
              for (String column : List.of("Loaded", "Unloaded")) {
                add(memory, series, Table.CLASS, column, column, 1);
              }
              for (String column : List.of("Compiled", "Failed", "Invalid")) {
                add(memory, series, Table.COMPILER, column, column, 1);
              }
            }),
        PART.entry(
            "snarl_gc_live_bytes",
            GAUGE,
            "bytes",
            List.of(),
            "Left in the heap by the last collection of the old generation; absent before the first",
            (memory, series) -> {
              List<Memory.LiveSet> sets = memory.heap().liveSets();
              if (!sets.isEmpty()) {
                series.add(sets.get(sets.size() - 1).heapBytes());
              }
            }),
        PART.entry(
            "snarl_jvm_threads_cpu_seconds_total",
            COUNTER,
            "seconds",
            List.of("work"),
            "CPU time of the JVM's own threads: collector, compiler; absent where it cannot be read",
            (memory, series) -> {
              if (memory.cpu().collectorNanos() >= 0) {
                series.add(memory.cpu().collectorNanos() / Figures.NANOS, "collector");
                series.add(memory.cpu().compilerNanos() / Figures.NANOS, "compiler");
              }
            }));
  }

  private static void occupancy(Memory memory, Series series) {
    Jstat jstat = memory.jstat();
    if (jstat != null) {
      for (String column : jstat.row(Table.GCUTIL).keySet()) {
        String space = SPACES.get(column);
        Double percent = jstat.number(Table.GCUTIL, column);
        if (space != null && percent != null) {
          series.add(percent / 100, space);
        }
      }
    }
  }

  private static void add(
      Memory memory, Series series, Table table, String column, String label, double unit) {
    Jstat jstat = memory.jstat();
    Double value = jstat == null ? null : jstat.number(table, column);
    if (value != null) {
      series.add(value * unit, label);
    }
  }
}
