package dev.snarl.rules;

import java.util.Locale;

/** The severity of a finding, lowest first. */
public enum Severity {
  INFO,
  WARNING,
  CRITICAL;

  /** As in the contract: {@code info}, {@code warning}, {@code critical}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
