package dev.snarl.tests;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One quantity over a run: medians of its first and last quarter, and by how much it wavers. */
record Series(List<Double> values, double first, double last, double noise) {
  static Series of(List<Double> values) {
    int quarter = Math.max(1, values.size() / 4);
    // What lies between neighbours is noise: a trend adds to each difference only its share of one
    // step.
    List<Double> steps = new ArrayList<>();
    for (int i = 1; i < values.size(); i++) {
      steps.add(Math.abs(values.get(i) - values.get(i - 1)));
    }
    return new Series(
        values,
        median(values.subList(0, quarter)),
        median(values.subList(values.size() - quarter, values.size())),
        steps.isEmpty() ? 0 : median(steps));
  }

  /** Whether it grows no more than the control, but for noise and a slack in its own unit. */
  boolean flat(@Nullable Series control, double slack) {
    double excess = growth() - (control == null ? 0 : Math.max(0, control.growth()));
    double wavers = Math.max(noise, control == null ? 0 : control.noise);
    return excess <= Math.max(slack, 2 * wavers);
  }

  private double growth() {
    return last - first;
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }
}
