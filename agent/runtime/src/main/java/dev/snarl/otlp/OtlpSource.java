package dev.snarl.otlp;

import dev.snarl.chains.ChainTree;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** What is sent each period, read on the agent's own thread. */
public interface OtlpSource {

  /** The name of the application, for want of a {@code service.name}. */
  String application();

  /** All metrics now; empty before the first snapshot. */
  MetricSnapshots metrics();

  /** The chains of the last minute. */
  ChainTree chains();
}
