package dev.snarl.rules;

import dev.snarl.snapshot.Timeline;
import java.util.List;
import java.util.Map;

/**
 * One rule. It is a pure function of a timeline: it returns what is true now, one {@link Verdict}
 * per site, and nothing while its condition does not hold. {@link Ledger} turns verdicts into
 * findings that open, update and resolve.
 */
public interface Rule {

  Declaration declaration();

  /** What is true at the end of the timeline. */
  List<Verdict> judge(Timeline timeline, Thresholds thresholds);

  /** The same at a line of that library, where the stack has no line of the application. */
  default Verdict inLibrary(Verdict verdict, String library) {
    return verdict.in(library, verdict.severity());
  }

  default String id() {
    return declaration().id();
  }

  default Map<String, Double> defaults() {
    return declaration().thresholds();
  }
}
