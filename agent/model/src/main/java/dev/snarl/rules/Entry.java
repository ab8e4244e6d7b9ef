package dev.snarl.rules;

import dev.snarl.rules.Endpoints.Endpoint;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** One open finding and its history. Belongs to the observer thread. */
final class Entry {
  /** A chain is summed once a second, so a finding may open before its own. */
  private static final Duration CHAIN_LATE = Duration.ofSeconds(10);

  private static final Pattern NUMBERS = Pattern.compile("[0-9]+([.,][0-9]+)*");

  private final String application;
  private final Rule rule;
  private final String id;
  private final Instant firstSeen;
  private Instant lastSeen;
  private long lastNanos;
  private Verdict verdict;
  private Endpoint endpoint;
  private List<String> chain = List.of();
  private Map<String, Double> threshold;
  private long events;
  private long settled;
  private long settledCount;
  private long settledNanos;

  Entry(
      String application,
      Rule rule,
      String id,
      Verdict verdict,
      Endpoint endpoint,
      Thresholds thresholds,
      Snapshot now) {
    this.application = application;
    this.rule = rule;
    this.id = id;
    this.verdict = verdict;
    this.endpoint = endpoint;
    this.threshold = inOrder(thresholds);
    this.firstSeen = now.at();
    this.lastSeen = now.at();
    this.lastNanos = now.nanos();
    this.events = verdict.count();
    this.settled = verdict.count();
    this.settledCount = verdict.count();
    this.settledNanos = now.nanos();
  }

  Rule rule() {
    return rule;
  }

  /**
   * The rule holds again. Returns whether severity or title changed; which endpoint waits most may
   * change often.
   */
  boolean holds(Verdict latest, Endpoint by, Thresholds thresholds, Snapshot now) {
    boolean different =
        latest.severity() != verdict.severity()
            || !withoutNumbers(latest.title()).equals(withoutNumbers(verdict.title()));
    count(latest, now);
    verdict = latest;
    endpoint = by;
    threshold = inOrder(thresholds);
    lastSeen = now.at();
    lastNanos = now.nanos();
    return different;
  }

  /**
   * Windows overlap, so counts cannot simply be added. A window is added once it lies wholly after
   * the last added one. Until then, only the excess over that one is certainly new. The count may
   * therefore lag by a window and never counts an event twice. A rule whose evidence names no
   * window counts the current state.
   */
  private void count(Verdict latest, Snapshot now) {
    if (latest.evidence().get("windowSeconds") instanceof Double window
        && (now.nanos() - settledNanos) / Figures.NANOS >= window) {
      settled += latest.count();
      settledCount = latest.count();
      settledNanos = now.nanos();
    }
    events = Math.max(events, settled + Math.max(0, latest.count() - settledCount));
  }

  /** Keeps the chain that begins at the finding's line, as soon as there is one. */
  void chain(Function<String, List<String>> chains, Snapshot now) {
    if (chain.isEmpty() && now.at().isBefore(firstSeen.plus(CHAIN_LATE))) {
      chain = chains.apply(verdict.site());
    }
  }

  boolean expired(long now) {
    return now - lastNanos >= rule.declaration().grace().toNanos();
  }

  Finding finding(boolean resolved) {
    return new Finding(
        rule.id(),
        verdict.severity(),
        application,
        verdict.site(),
        endpoint.title(verdict.title()),
        firstSeen,
        lastSeen,
        events,
        evidence(),
        threshold,
        verdict.remedy(),
        RulePage.path(rule.id()),
        id,
        resolved);
  }

  private Map<String, Object> evidence() {
    Map<String, Object> all = endpoint.addTo(verdict.evidence());
    return chain.isEmpty() ? all : Evidence.of(all).list("chain", chain).map();
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
