package dev.snarl.rules;

import dev.snarl.snapshot.Odds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a rule observed, in display order. A null value is left out: absent means unknown.
 */
public final class Evidence {
  private final Map<String, Object> values = new LinkedHashMap<>();

  /** To which more may be added. */
  static Evidence of(Map<String, Object> values) {
    Evidence copy = new Evidence();
    copy.values.putAll(values);
    return copy;
  }

  /** In this order. */
  public Evidence put(String name, @Nullable Object value) {
    if (value != null) {
      values.put(name, value);
    }
    return this;
  }

  /** Three decimals: enough for readers, without false precision in the file. */
  public Evidence number(String name, double value) {
    return Double.isFinite(value) ? put(name, rounded(value)) : this;
  }

  /** How many of the earlier waits whose ends were seen ended as this one is likely to. */
  public Evidence odds(@Nullable Odds odds) {
    return odds == null ? this : put("wakes", odds.times()).put("wakesSeen", odds.of());
  }

  /** Left out when empty. */
  public Evidence list(String name, List<?> items) {
    return items.isEmpty() ? this : put(name, List.copyOf(items));
  }

  /** The entries in insertion order. */
  public Map<String, Object> map() {
    return values;
  }

  public static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
