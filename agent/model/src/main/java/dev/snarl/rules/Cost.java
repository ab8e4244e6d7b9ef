package dev.snarl.rules;

import org.jspecify.annotations.Nullable;

/**
 * What a finding costs, as a number among its evidence. The console says it in a few words and
 * sorts findings of one severity by it.
 *
 * @param form how the number is said
 * @param key of the evidence
 * @param whole evidence that the number is divided by; null for none
 * @param words after the number, with the noun in the plural first
 * @param weight held threads that a cost of one is worth
 */
public record Cost(Form form, String key, @Nullable String whole, String words, double weight) {

  /** How a number is said. */
  public enum Form {
    NUMBER,
    /** Of a window of {@code windowSeconds}, which is said too. */
    PER_WINDOW,
    THOUSANDTHS,
    SECONDS,
    PERCENT
  }

  static Cost number(String key, String words, double weight) {
    return new Cost(Form.NUMBER, key, null, words, weight);
  }

  static Cost perWindow(String key, String words) {
    return new Cost(Form.PER_WINDOW, key, null, words, 1);
  }

  static Cost thousandths(String key, String words, double weight) {
    return new Cost(Form.THOUSANDTHS, key, null, words, weight);
  }

  static Cost seconds(String key, String words, double weight) {
    return new Cost(Form.SECONDS, key, null, words, weight);
  }

  static Cost percent(String key, String words, double weight) {
    return new Cost(Form.PERCENT, key, null, words, weight);
  }

  /** The same as a part of other evidence. */
  Cost of(String other) {
    return new Cost(form, key, other, words, weight);
  }
}
