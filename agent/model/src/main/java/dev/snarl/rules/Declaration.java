package dev.snarl.rules;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a rule says of itself: everything that lists rules reads it, or is compared with it by a
 * test.
 *
 * @param id names the class, page, programs of the corpus, options and label
 * @param family section of the index
 * @param sentence what it finds, in one line
 * @param cost what its findings cost
 * @param thresholds with their defaults, in the order of the page; each is an option
 * @param severities that its findings may have
 * @param grace how long a finding stays open after the rule last held, so that one that comes and
 *     goes does not flap
 */
public record Declaration(
    String id,
    Family family,
    String sentence,
    Cost cost,
    Map<String, Double> thresholds,
    List<Severity> severities,
    Duration grace) {
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** Of rules that report no more than an info: at low load, their conditions come and go. */
  private static final Duration GRACE_OF_INFO = Duration.ofMinutes(1);

  Declaration(
      String id,
      Family family,
      String sentence,
      Cost cost,
      Map<String, Double> thresholds,
      Severity... severities) {
    this(id, family, sentence, cost, thresholds, List.of(severities), grace(severities));
  }

  private static Duration grace(Severity... severities) {
    return List.of(Severity.INFO).equals(List.of(severities)) ? GRACE_OF_INFO : GRACE;
  }

  /** The same, resolved as soon as the rule no longer holds. */
  Declaration withoutGrace() {
    return new Declaration(id, family, sentence, cost, thresholds, severities, Duration.ZERO);
  }

  /** Its severities as the index and the command line write them. */
  public String severity() {
    return String.join(", ", severities.stream().map(Severity::label).toList());
  }
}
