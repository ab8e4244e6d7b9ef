package dev.snarl.threads;

import dev.snarl.rules.Evidence;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Certainty;
import java.util.Map;

/**
 * One thing that is true, or likely, of one dump or of a series.
 *
 * @param rule the rule's id
 * @param key distinguishes it from other claims of the rule
 * @param certainty how certain it is
 * @param site the line to open
 * @param title one plain sentence, without the site
 * @param evidence its evidence
 * @param count the number of threads or events behind it
 * @param threshold the thresholds used
 */
record Claim(
    String rule,
    String key,
    Severity severity,
    Certainty certainty,
    String site,
    String title,
    Evidence evidence,
    long count,
    Map<String, Double> threshold,
    String remedy) {
  Claim {
    threshold = Map.copyOf(threshold);
  }
}
