package dev.snarl.hypotheses;

import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What differs between the last seconds and before.
 *
 * @param before rate or mean in the earlier window
 * @param now the same in the later one
 */
public record Change(Measure measure, double before, double now) {
  /** The later window. */
  public static final double NOW_SECONDS = 10;

  private static final double MUCH = 1.5;

  /**
   * The measures that differ much, the largest difference first.
   *
   * @param since how many seconds ago the earlier window begins; it ends where the later begins
   */
  public static List<Change> between(List<Moment> moments, double since) {
    List<Change> changes = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      double before = value(measure, moments, since, NOW_SECONDS);
      double now = value(measure, moments, NOW_SECONDS, 0);
      Change change = new Change(measure, before, now);
      if (change.much()) {
        changes.add(change);
      }
    }
    changes.sort(Comparator.comparingDouble((Change change) -> -change.factor()));
    return changes;
  }

  private static double value(Measure measure, List<Moment> moments, double from, double to) {
    List<Moment> known =
        moments.stream()
            .filter(moment -> moment.age() <= from && moment.age() >= to)
            .filter(moment -> moment.values().containsKey(measure))
            .toList();
    if (known.isEmpty()) {
      return Double.NaN;
    }
    if (!measure.total()) {
      return known.stream().mapToDouble(moment -> of(moment, measure)).average().orElse(Double.NaN);
    }
    Moment first = known.get(0);
    Moment last = known.get(known.size() - 1);
    double seconds = first.age() - last.age();
    return seconds > 0 ? Math.max(0, of(last, measure) - of(first, measure)) / seconds : Double.NaN;
  }

  private static double of(Moment moment, Measure measure) {
    return moment.values().getOrDefault(measure, Double.NaN);
  }

  private boolean much() {
    return Math.abs(now - before) >= measure.least() && factor() >= MUCH;
  }

  /** From 1; infinite where one of the two is zero. */
  private double factor() {
    return Math.max(now, before) / Math.min(now, before);
  }

  /** {@code tasks queued: 3 before, 120 now}. */
  public String words() {
    return "%s: %s before, %s now".formatted(measure.words(), say(before), say(now));
  }

  private String say(double value) {
    return switch (measure.unit()) {
      case NUMBER -> Figures.number(value);
      case SHARE -> Figures.percent(value);
      case BYTES -> Figures.bytes(value);
    };
  }
}
