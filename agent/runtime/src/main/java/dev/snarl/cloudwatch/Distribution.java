package dev.snarl.cloudwatch;

import dev.snarl.snapshot.Durations;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Values and how often each occurred, no more than {@value #MOST}: as many as one EMF metric may
 * have, and fewer than PutMetricData accepts. If there are more, neighbours are replaced by their
 * mean; sum, count, minimum and maximum stay exact.
 */
final class Distribution {
  static final int MOST = 100;

  /** PutMetricData accepts nothing beyond; values below the minimum become zero. */
  private static final double GREATEST = Math.scalb(1.0, 360);

  private static final double LEAST = 8.515920e-109;

  private final TreeMap<Double, Double> counts = new TreeMap<>();

  /** False if CloudWatch accepts no such value. */
  boolean add(double value, double count) {
    if (!(Math.abs(value) <= GREATEST) || !(count > 0 && count <= GREATEST)) {
      return false;
    }
    counts.merge(Math.abs(value) < LEAST ? 0.0 : value, count, Double::sum);
    if (counts.size() > 2 * MOST) {
      shrink();
    }
    return true;
  }

  /** Durations by the middle of their buckets, corrected so that the sum is nearly exact. */
  void add(Durations some) {
    int last = Durations.buckets() - 1;
    double guess = 0;
    for (int i = 0; i <= last; i++) {
      guess += some.count(i) * middle(i);
    }
    double correction = guess == 0 ? 1 : Math.min(1.25, Math.max(0.8, some.sumSeconds() / guess));
    for (int i = 0; i <= last; i++) {
      if (some.count(i) > 0) {
        add(middle(i) * correction, (double) some.count(i));
      }
    }
  }

  private static double middle(int bucket) {
    double from = bucket == 0 ? 0 : Durations.bound(bucket - 1) / Figures.NANOS;
    return bucket == Durations.buckets() - 1
        ? from
        : (from + Durations.bound(bucket) / Figures.NANOS) / 2;
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  List<Double> values() {
    if (counts.size() > MOST) {
      shrink();
    }
    return new ArrayList<>(counts.keySet());
  }

  /** Of {@link #values}, in their order. */
  List<Double> counts() {
    return new ArrayList<>(counts.values());
  }

  private void shrink() {
    while (counts.size() > MOST) {
      List<Map.Entry<Double, Double>> all = new ArrayList<>(counts.entrySet());
      counts.clear();
      put(all.get(0));
      int end = all.size() - 1;
      for (int i = 1; i < end; i += 2) {
        put(i + 1 < end ? mean(all.get(i), all.get(i + 1)) : all.get(i));
      }
      put(all.get(end));
    }
  }

  private void put(Map.Entry<Double, Double> entry) {
    counts.merge(entry.getKey(), entry.getValue(), Double::sum);
  }

  private static Map.Entry<Double, Double> mean(
      Map.Entry<Double, Double> one, Map.Entry<Double, Double> other) {
    double count = one.getValue() + other.getValue();
    double sum = one.getKey() * one.getValue() + other.getKey() * other.getValue();
    return Map.entry(sum / count, count);
  }
}
