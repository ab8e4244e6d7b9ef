package dev.snarl.metrics;

import java.util.List;

/** The metrics that Micrometer's JVM binders give, as far as they are let through. */
final class JvmCatalogue {
  static final List<Metric> METRICS = List.of();

  private JvmCatalogue() {}
}
