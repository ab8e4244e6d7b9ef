package dev.snarl.rules;

import java.util.HashMap;
import java.util.Map;

/**
 * Proofs that something lasts for ever, and that time refuted: somebody ended it whom no graph
 * shows, such as a watchdog that completes futures. The same again is held back until it has lasted
 * twice as long, though never for more than a minute. The observer thread's.
 */
final class Broken {
  private static final String SECONDS = "stuckSeconds";
  private static final double LONGEST = 60;
  private static final int MOST = 1_000;

  private final Map<String, Double> seconds = new HashMap<>();

  /** A finding has resolved by itself. */
  void resolved(Finding finding, Rule rule) {
    if (rule.declaration().grace().isZero()
        && finding.evidence().get(SECONDS) instanceof Double lasted
        && (seconds.size() < MOST || seconds.containsKey(finding.id()))) {
      seconds.merge(finding.id(), lasted, Math::max);
    }
  }

  /** Whether it may be over soon, as the last time. */
  boolean mayEnd(String id, Verdict verdict) {
    Double before = seconds.get(id);
    return before != null
        && verdict.evidence().get(SECONDS) instanceof Double lasts
        && lasts < Math.min(LONGEST, 2 * before);
  }
}
