package dev.snarl.tests.corpus;

import java.util.Locale;

/** Of a finding, the least first. */
enum Severity {
  INFO,
  WARNING,
  CRITICAL;

  static Severity of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
