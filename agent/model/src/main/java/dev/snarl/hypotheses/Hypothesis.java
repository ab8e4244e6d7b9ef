package dev.snarl.hypotheses;

import java.util.List;

/**
 * One usual suspicion, judged.
 *
 * @param id stable name
 * @param claim its statement, as a sentence
 * @param answer whether it holds
 * @param number the deciding number, in words
 * @param windowSeconds over which it was measured; 0 for a state of this moment
 * @param look where to look: a line of the application, or a part of the system
 * @param doc the page with details
 * @param findings ids of the open findings behind it
 */
public record Hypothesis(
    String id,
    String claim,
    Answer answer,
    String number,
    double windowSeconds,
    String look,
    String doc,
    List<String> findings) {
  public Hypothesis {
    findings = List.copyOf(findings);
  }

  /** The same for another reason, in words. */
  public Hypothesis because(String reason) {
    return new Hypothesis(id, claim, answer, reason, windowSeconds, look, doc, findings);
  }
}
