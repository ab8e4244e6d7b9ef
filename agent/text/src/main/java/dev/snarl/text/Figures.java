package dev.snarl.text;

import java.util.Locale;

/** How numbers, times and sizes are said to people. */
public final class Figures {
  private static final double KIBI = 1 << 10;
  private static final double MEBI = 1 << 20;

  private Figures() {}

  /** One decimal below 10, none above; thousands in groups. */
  public static String number(double value) {
    return Math.abs(value) < 10 && value != Math.rint(value)
        ? String.format(Locale.ROOT, "%.1f", value)
        : String.format(Locale.ROOT, "%,d", Math.round(value));
  }

  /** Thousands in groups. */
  public static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
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
