package dev.snarl.heap.triage;

import java.util.regex.Pattern;

/** Names with a counter or a time in them are one name. */
final class Digits {
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  private Digits() {}

  static String folded(String name) {
    return DIGITS.matcher(name).replaceAll("#");
  }
}
