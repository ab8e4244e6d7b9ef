package dev.snarl.rules;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a finding costs, as a number among its evidence. The console says it in a few words, and
 * findings of one severity are ordered by it everywhere.
 *
 * @param form how the number is said
 * @param key of the evidence
 * @param whole evidence that the number is divided by; null for none
 * @param words after the number, with the noun in the plural first
 * @param weight held threads that a cost of one is worth
 * @param held whether the number counts threads, or their time, that a fix gives back
 */
public record Cost(
    Form form, String key, @Nullable String whole, String words, double weight, boolean held) {
  /** The window of a number per window, in the evidence. */
  private static final String WINDOW = "windowSeconds";

  /** Of a number per window without one. */
  private static final double USUAL_WINDOW = 10;

  /** What a fix gives back: threads on average, and the time that they are held in a window. */
  public record Frees(
      double threads, @Nullable Double threadSeconds, @Nullable Double windowSeconds) {}

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
    return new Cost(Form.NUMBER, key, null, words, weight, false);
  }

  static Cost perWindow(String key, String words) {
    return new Cost(Form.PER_WINDOW, key, null, words, 1, false);
  }

  /** Threads that are held now. */
  static Cost threads(String key, String words, double weight) {
    return new Cost(Form.NUMBER, key, null, words, weight, true);
  }

  static Cost threadSeconds(String key, String words) {
    return new Cost(Form.PER_WINDOW, key, null, words, 1, true);
  }

  static Cost thousandths(String key, String words, double weight) {
    return new Cost(Form.THOUSANDTHS, key, null, words, weight, true);
  }

  static Cost seconds(String key, String words, double weight) {
    return new Cost(Form.SECONDS, key, null, words, weight, false);
  }

  static Cost percent(String key, String words, double weight) {
    return new Cost(Form.PERCENT, key, null, words, weight, false);
  }

  /** The same as a part of other evidence. */
  Cost of(String other) {
    return new Cost(form, key, other, words, weight, held);
  }

  /** In held threads; 0 where the evidence does not say. */
  double size(Map<String, Object> evidence) {
    double value = value(evidence);
    return Double.isFinite(value) ? value * weight / window(evidence) : 0;
  }

  /** Null where a fix gives back something else than threads, or the evidence does not say. */
  @Nullable Frees frees(Map<String, Object> evidence) {
    double value = value(evidence);
    if (!held || !Double.isFinite(value)) {
      return null;
    }
    return switch (form) {
      case PER_WINDOW -> {
        double window = window(evidence);
        yield new Frees(value / window, value, window);
      }
      case THOUSANDTHS -> new Frees(value / 1_000, null, null);
      default -> new Frees(value, null, null);
    };
  }

  private double value(Map<String, Object> evidence) {
    double value = number(evidence.get(key));
    return whole == null ? value : value / number(evidence.get(whole));
  }

  private double window(Map<String, Object> evidence) {
    double window = number(evidence.get(WINDOW));
    return form != Form.PER_WINDOW ? 1 : window > 0 ? window : USUAL_WINDOW;
  }

  private static double number(@Nullable Object value) {
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
