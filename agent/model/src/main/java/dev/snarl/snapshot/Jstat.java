package dev.snarl.snapshot;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the tables that {@code jstat} prints, with its column names and units: KB,
 * seconds, percent, counts. A column that jstat prints as {@code -} is there and null. Of the two
 * columns {@code Bytes} of {@code -class} the second is {@code UnloadedBytes} here.
 *
 * @param source {@code perfdata} for the counters that jstat reads, {@code jmx} if the JVM does not
 *     keep them
 * @param tables column values by table: numbers, words, null
 */
public record Jstat(String source, Map<Table, Map<String, @Nullable Object>> tables) {

  public Jstat {
    Map<Table, Map<String, @Nullable Object>> copy = new LinkedHashMap<>();
    tables.forEach(
        (table, row) -> copy.put(table, Collections.unmodifiableMap(new LinkedHashMap<>(row))));
    tables = Collections.unmodifiableMap(copy);
  }

  /** Columns in the order of jstat; empty if the table was not read. */
  public Map<String, @Nullable Object> row(Table table) {
    Map<String, @Nullable Object> row = tables.get(table);
    return row == null ? Map.of() : row;
  }

  /** The number in a column, null for {@code -} and for words. */
  public @Nullable Double number(Table table, String column) {
    return row(table).get(column) instanceof Number number ? number.doubleValue() : null;
  }

  /** The options of jstat that are read. */
  public enum Table {
    GC,
    GCUTIL,
    GCCAUSE,
    CLASS,
    COMPILER;

    /** As on jstat's command line, without the dash. */
    public String option() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
