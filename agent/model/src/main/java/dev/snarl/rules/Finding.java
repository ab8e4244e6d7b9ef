package dev.snarl.rules;

import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A verdict with its history, as users see it. Field names follow the contract.
 *
 * @param rule the rule's id
 * @param severity how bad
 * @param application name of the application
 * @param site the line to open
 * @param title one sentence
 * @param firstSeen when it was first true
 * @param lastSeen when it was last true
 * @param count events behind it since it was first seen
 * @param evidence what the rule observed last
 * @param threshold the thresholds used
 * @param remedy what to change
 * @param doc path of the rule's page
 * @param id stable hash of rule and key
 * @param resolved whether it has stopped being true
 */
public record Finding(
    String rule,
    Severity severity,
    String application,
    String site,
    String title,
    Instant firstSeen,
    Instant lastSeen,
    long count,
    Map<String, Object> evidence,
    Map<String, Double> threshold,
    String remedy,
    String doc,
    String id,
    boolean resolved) {

  /** The worst first: by severity, then by what a fix gives back, then the oldest. */
  public static final Comparator<Finding> WORST_FIRST =
      Comparator.comparing(Finding::severity)
          .thenComparingDouble(Finding::costSize)
          .reversed()
          .thenComparing(Finding::firstSeen)
          .thenComparing(Finding::id);

  private double costSize() {
    Cost cost = Rules.cost(rule);
    return cost == null ? 0 : cost.size(evidence);
  }

  /** The threads that a fix gives back; null where it gives back something else. */
  public Cost.@Nullable Frees frees() {
    Cost cost = Rules.cost(rule);
    return cost == null ? null : cost.frees(evidence);
  }
}
