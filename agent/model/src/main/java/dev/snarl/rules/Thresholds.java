package dev.snarl.rules;

import java.util.HashMap;
import java.util.Map;

/** The effective thresholds of one rule: its defaults, overridden by options. */
public record Thresholds(Map<String, Double> values) {

  public Thresholds {
    values = Map.copyOf(values);
  }

  /** With these defaults; overrides of unknown thresholds are ignored. */
  public static Thresholds of(Map<String, Double> defaults, Map<String, Double> overrides) {
    Map<String, Double> values = new HashMap<>(defaults);
    overrides.forEach((name, value) -> values.computeIfPresent(name, (n, old) -> value));
    return new Thresholds(values);
  }

  /** The value of a threshold that the rule's defaults name. */
  public double get(String name) {
    Double value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no threshold named " + name);
    }
    return value;
  }
}
