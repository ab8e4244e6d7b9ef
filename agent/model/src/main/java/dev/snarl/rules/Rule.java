package dev.snarl.rules;

import dev.snarl.snapshot.Timeline;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One rule. It is a pure function of a timeline: it returns what is true now, one {@link Verdict} a
 * site, and nothing while it is not, or not yet, true. {@link Ledger} turns verdicts into findings
 * that open, update and resolve.
 */
public interface Rule {

  /** The one id that names the class, doc page, example, alert, panel and label. */
  String id();

  /** Thresholds with their defaults, in the order of the docs; each is an option. */
  Map<String, Double> defaults();

  /** What is true at the end of the timeline. */
  List<Verdict> judge(Timeline timeline, Thresholds thresholds);

  /**
   * How long a finding stays open after the rule last held, so that one that comes and goes does
   * not flap.
   */
  default Duration grace() {
    return Duration.ofSeconds(10);
  }
}
