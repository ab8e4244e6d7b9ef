package dev.snarl.rules;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Builds a rule's thresholds, in the order of the docs. */
final class Defaults {
  private Defaults() {}

  /** Names and values, alternating. */
  static Map<String, Double> of(Object... namesAndValues) {
    Map<String, Double> defaults = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      defaults.put((String) namesAndValues[i], (Double) namesAndValues[i + 1]);
    }
    return Collections.unmodifiableMap(defaults);
  }
}
