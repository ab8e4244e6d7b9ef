package dev.snarl.jfr;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and compares the texts of the flight recorder's settings. */
final class Values {
  private static final Map<String, Long> UNITS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L,
          "d", 86_400_000_000_000L);

  private Values() {}

  /** Of {@code 20 ms}; 0 for what is no time. */
  static long nanos(String text) {
    String[] parts = text.strip().split("\\s+", -1);
    Long unit = parts.length == 2 ? UNITS.get(parts[1]) : null;
    return unit == null ? 0 : number(parts[0]) * unit;
  }

  /** Events a second of {@code 100/s}; the largest number for {@code off}. */
  private static double rate(String text) {
    String[] parts = text.strip().split("\\s*/\\s*", -1);
    Long unit = parts.length == 2 ? UNITS.get(parts[1]) : null;
    return unit == null ? Double.MAX_VALUE : number(parts[0]) * 1e9 / unit;
  }

  /**
   * The value that may be requested beside other recordings without changing their content: the JVM
   * applies the most permissive value of any recording.
   *
   * @param theirs the values of the others
   * @return null if no value may be set, because they rely on the JVM's default
   */
  static @Nullable String beside(String key, String ours, Collection<String> theirs) {
    String laxest = null;
    for (String value : theirs) {
      if (laxest == null || laxness(key, value) > laxness(key, laxest)) {
        laxest = value;
      }
    }
    return laxest != null && laxness(key, ours) <= laxness(key, laxest) ? ours : laxest;
  }

  /** The greater, the more events. */
  private static double laxness(String key, String value) {
    return switch (key) {
      case "threshold" -> -nanos(value);
      case "throttle" -> rate(value);
      case "period" -> value.endsWith("Chunk") ? Double.NEGATIVE_INFINITY : -nanos(value);
      default -> value.equals("true") ? 1 : 0;
    };
  }

  private static long number(String text) {
    try {
      return Math.max(0, Long.parseLong(text));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
