package dev.snarl.cli;

import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Jstat.Table;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Prints a table of jstat as jstat does: the same columns, widths and roundings. */
final class JstatTable {
  private static final List<Column> COLLECTIONS =
      List.of(
          number("YGC", 6, 0),
          number("YGCT", 9, 3),
          number("FGC", 5, 0),
          number("FGCT", 9, 3),
          number("CGC", 5, 0),
          number("CGCT", 9, 3),
          number("GCT", 9, 3));
  private static final List<Column> GC =
      List.of(
          number("S0C", 11, 1),
          number("S1C", 11, 1),
          number("S0U", 11, 1),
          number("S1U", 11, 1),
          number("EC", 12, 1),
          number("EU", 12, 1),
          number("OC", 12, 1),
          number("OU", 12, 1),
          number("MC", 10, 1),
          number("MU", 10, 1),
          number("CCSC", 9, 1),
          number("CCSU", 9, 1));
  private static final List<Column> SHARES =
      Stream.of("S0", "S1", "E", "O", "M", "CCS").map(name -> number(name, 6, 2)).toList();
  private static final List<Column> CAUSES = List.of(text("LGCC", 20), text("GCC", 20));
  private static final List<Column> CLASS =
      List.of(
          number("Loaded", 5, 0),
          number("Bytes", 7, 1),
          number("Unloaded", 5, 0),
          new Column("UnloadedBytes", "Bytes", 7, 1, false),
          number("Time", 10, 2));
  private static final List<Column> COMPILER =
      List.of(
          number("Compiled", 6, 0),
          number("Failed", 6, 0),
          number("Invalid", 6, 0),
          number("Time", 8, 2),
          number("FailedType", 4, 0),
          text("FailedMethod", 1));

  private JstatTable() {}

  static String header(Table table) {
    return columns(table).map(Column::head).collect(Collectors.joining(" "));
  }

  static String row(Table table, Jstat jstat) {
    return columns(table)
        .map(column -> column.cell(jstat.row(table).get(column.key())))
        .collect(Collectors.joining(" "));
  }

  private static Stream<Column> columns(Table table) {
    return switch (table) {
      case GC -> Stream.concat(GC.stream(), COLLECTIONS.stream());
      case GCUTIL -> Stream.concat(SHARES.stream(), COLLECTIONS.stream());
      case GCCAUSE -> Stream.of(SHARES, COLLECTIONS, CAUSES).flatMap(List::stream);
      case CLASS -> CLASS.stream();
      case COMPILER -> COMPILER.stream();
    };
  }

  private static Column number(String name, int width, int decimals) {
    return new Column(name, name, width, decimals, false);
  }

  private static Column text(String name, int width) {
    return new Column(name, name, width, 0, true);
  }

  /**
   * A column.
   *
   * @param key its name in {@link Jstat}
   * @param title its name in the header
   * @param least its width, unless the title is wider
   * @param left whether title and value are left-aligned; other titles are centred and other values
   *     right-aligned
   */
  private record Column(String key, String title, int least, int decimals, boolean left) {
    private int width() {
      return Math.max(least, title.length());
    }

    String head() {
      int before = left ? 0 : (width() - title.length()) / 2;
      return pad(before) + title + pad(width() - title.length() - before);
    }

    String cell(@Nullable Object value) {
      String text =
          value instanceof Number number
              ? format(number.doubleValue())
              : value == null ? "-" : value.toString();
      int missing = width() - text.length();
      return left ? text + pad(missing) : pad(missing) + text;
    }

    private String format(double value) {
      String pattern = decimals == 0 ? "0" : "0." + "0".repeat(decimals);
      DecimalFormat format =
          new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
      format.setRoundingMode(RoundingMode.HALF_EVEN);
      return format.format(value);
    }

    private static String pad(int blanks) {
      return IntStream.range(0, blanks).mapToObj(i -> " ").collect(Collectors.joining());
    }
  }
}
