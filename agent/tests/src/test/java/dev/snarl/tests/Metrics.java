package dev.snarl.tests;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers from a page of {@code /metrics}. */
final class Metrics {
  private Metrics() {}

  /** The sum of a metric's series with these labels, {@code table="slots"} or nothing. */
  static long sum(String page, String name, String labels) {
    Pattern series = Pattern.compile(name + "(?:\\{(.*)\\})? (\\S+)");
    return page.lines()
        .map(series::matcher)
        .filter(Matcher::matches)
        .filter(line -> labels.isEmpty() || String.valueOf(line.group(1)).contains(labels))
        .mapToLong(line -> (long) Double.parseDouble(line.group(2)))
        .sum();
  }
}
