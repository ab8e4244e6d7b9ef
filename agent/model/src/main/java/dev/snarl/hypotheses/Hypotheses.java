package dev.snarl.hypotheses;

import dev.snarl.rules.Finding;
import dev.snarl.snapshot.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Why is it slow: judges every usual suspicion. True if an open finding or a number proves it;
 * false only if a number refutes it; otherwise not seen. Pure; linear in pools, sites and the
 * snapshots of the last minute.
 */
public final class Hypotheses {
  /** A younger agent has observed too little to refute anything. */
  private static final double ENOUGH_SECONDS = 8;

  static final List<Suspicion> ALL =
      Stream.of(
              HostSuspicions.ALL,
              PoolSuspicions.ALL,
              MemorySuspicions.ALL,
              ThreadSuspicions.ALL,
              UseSuspicions.ALL)
          .flatMap(List::stream)
          .toList();

  private Hypotheses() {}

  /** Every suspicion, in display order. */
  public static List<Hypothesis> judge(Timeline timeline, List<Finding> findings) {
    Facts facts = new Facts(timeline, findings);
    List<Hypothesis> judged = new ArrayList<>();
    for (Suspicion suspicion : ALL) {
      judged.add(judge(suspicion, facts));
    }
    return List.copyOf(judged);
  }

  private static Hypothesis judge(Suspicion suspicion, Facts facts) {
    Opinion opinion = suspicion.judge().apply(facts);
    List<Finding> proofs = facts.proofs(suspicion.rules());
    Answer answer = opinion.answer();
    String number = opinion.number();
    String look = opinion.look().isEmpty() ? suspicion.look() : opinion.look();
    String doc = suspicion.doc();
    if (!proofs.isEmpty() && opinion.look().isEmpty()) {
      Finding worst = proofs.get(0);
      answer = Answer.TRUE;
      number = opinion.answer() == Answer.NOT_SEEN ? worst.title() : number;
      look = worst.site();
      doc = worst.doc();
    } else if (answer == Answer.FALSE && facts.seconds() < ENOUGH_SECONDS) {
      answer = Answer.NOT_SEEN;
      number =
          "the agent has only run for %s s; so far %s"
              .formatted(Math.round(facts.seconds()), number);
    }
    return new Hypothesis(
        suspicion.id(),
        suspicion.claim(),
        answer,
        number,
        opinion.windowSeconds(),
        look,
        doc,
        proofs.stream().map(Finding::id).toList());
  }
}
