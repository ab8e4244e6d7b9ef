package dev.snarl.rules;

import dev.snarl.snapshot.Snapshot;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** One open finding and its history. Belongs to the observer thread. */
final class Entry {
  private static final Pattern NUMBERS = Pattern.compile("[0-9]+([.,][0-9]+)*");

  private final String application;
  private final Rule rule;
  private final String id;
  private final Instant firstSeen;
  private Instant lastSeen;
  private long lastNanos;
  private Verdict verdict;
  private Map<String, Double> threshold;
  private double events;

  Entry(
      String application,
      Rule rule,
      String id,
      Verdict verdict,
      Thresholds thresholds,
      Snapshot now) {
    this.application = application;
    this.rule = rule;
    this.id = id;
    this.verdict = verdict;
    this.threshold = inOrder(thresholds);
    this.firstSeen = now.at();
    this.lastSeen = now.at();
    this.lastNanos = now.nanos();
    this.events = verdict.count();
  }

  Rule rule() {
    return rule;
  }

  /** The rule holds again. Returns whether that reads differently. */
  boolean holds(Verdict latest, Thresholds thresholds, Snapshot now) {
    boolean different =
        latest.severity() != verdict.severity()
            || !withoutNumbers(latest.title()).equals(withoutNumbers(verdict.title()));
    count(latest, now);
    verdict = latest;
    threshold = inOrder(thresholds);
    lastSeen = now.at();
    lastNanos = now.nanos();
    return different;
  }

  /**
   * Windows overlap, so counts cannot just be added. An event stays in a window of w seconds for w
   * seconds; an update t seconds after the last one adds t / w of what it saw, which sums to one an
   * event. A rule whose evidence names no window counts what there is now.
   */
  private void count(Verdict latest, Snapshot now) {
    if (latest.evidence().get("windowSeconds") instanceof Double window && window > 0) {
      double elapsed = (now.nanos() - lastNanos) / Words.NANOS;
      events += latest.count() * Math.min(1, Math.max(0, elapsed / window));
    } else {
      events = Math.max(events, (double) latest.count());
    }
  }

  boolean expired(long now) {
    return now - lastNanos >= rule.grace().toNanos();
  }

  Finding finding(boolean resolved) {
    return new Finding(
        rule.id(),
        verdict.severity(),
        application,
        verdict.site(),
        verdict.title(),
        firstSeen,
        lastSeen,
        Math.round(events),
        verdict.evidence(),
        threshold,
        verdict.remedy(),
        "docs/findings/" + rule.id() + ".md",
        id,
        resolved);
  }

  private Map<String, Double> inOrder(Thresholds thresholds) {
    Map<String, Double> ordered = new LinkedHashMap<>();
    rule.defaults().keySet().forEach(name -> ordered.put(name, thresholds.get(name)));
    return Collections.unmodifiableMap(ordered);
  }

  private static String withoutNumbers(String title) {
    return NUMBERS.matcher(title).replaceAll("#");
  }
}
