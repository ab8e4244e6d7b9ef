package dev.snarl.text;

/**
 * The wording of numbers, times and sizes. Some are formatted at each look of the observer, so not
 * with {@code String.format}, which parses its pattern each time.
 */
public final class Figures {
  /** Nanoseconds in a second. */
  public static final double NANOS = 1e9;

  private static final double KIBI = 1 << 10;
  private static final double MEBI = 1 << 20;

  private Figures() {}

  /** One decimal below 10, none above; thousands in groups. */
  public static String number(double value) {
    if (Math.abs(value) >= 10 || value == Math.rint(value) || Double.isNaN(value)) {
      return number(Math.round(value));
    }
    long tenths = Math.round(Math.abs(value) * 10);
    return (value < 0 ? "-" : "") + tenths / 10 + '.' + tenths % 10;
  }

  /** Thousands in groups. */
  public static String number(long value) {
    String digits = Long.toString(value);
    if (value > -1_000 && value < 1_000) {
      return digits;
    }
    StringBuilder text = new StringBuilder(digits);
    for (int i = digits.length() - 3; i > (value < 0 ? 1 : 0); i -= 3) {
      text.insert(i, ',');
    }
    return text.toString();
  }

  /** {@code 230 ms}, {@code 4.1 s}, {@code 12 min}. */
  public static String time(double seconds) {
    if (seconds < 1) {
      return Math.round(seconds * 1000) + " ms";
    }
    return seconds < 120 ? number(seconds) + " s" : number(seconds / 60) + " min";
  }

  /** {@code 1 task}, {@code 2,000 tasks}. */
  public static String plural(long count, String noun) {
    return number(count) + " " + noun + (count == 1 ? "" : "s");
  }

  /** {@code 2 kB}, {@code 120 MB}: in powers of 1,024, as the JVM's own options count. */
  public static String bytes(double bytes) {
    if (bytes < KIBI) {
      return number(bytes) + " B";
    }
    return bytes < MEBI ? number(bytes / KIBI) + " kB" : number(bytes / MEBI) + " MB";
  }

  /** The same of a whole number. */
  public static String bytes(long bytes) {
    return bytes((double) bytes);
  }

  /** {@code 42 %}. */
  public static String percent(double share) {
    return Math.round(share * 100) + " %";
  }
}
