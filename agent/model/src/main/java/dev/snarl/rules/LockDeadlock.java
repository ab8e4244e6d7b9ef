package dev.snarl.rules;

import dev.snarl.graph.Circle;
import dev.snarl.graph.Criteria;
import dev.snarl.graph.WaitGraph;
import dev.snarl.snapshot.Timeline;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Proof that threads can never go on: each waits, without time-out, for a lock that the next one
 * holds, for its end, or for a task that only it can run. One verdict for each cycle, in whatever
 * order locks, threads, futures and queues close it. Needs one snapshot; linear.
 */
final class LockDeadlock implements Rule {
  private static final double UNSEEN_SECONDS = 1.5;
  private static final int NAMED = 3;

  private static final Declaration DECLARATION =
      new Declaration(
              "lock-deadlock",
              Family.DEADLOCK,
              "threads wait for one another's locks, ends or tasks, for ever: proved",
              Cost.number("stuckThreads", "threads stuck for good", 10.0),
              Defaults.of("minBlockedSeconds", Criteria.MIN_BLOCKED_SECONDS),
              Severity.CRITICAL)
          // A proof does not flap: once it fails, the cycle has been broken.
          .withoutGrace();

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Criteria proof = Criteria.proof(thresholds.get("minBlockedSeconds"));
    return new WaitGraph(timeline.latest(), proof)
        .circles().stream()
            .filter(circle -> circle.locks() && located(circle))
            .map(LockDeadlock::verdict)
            .toList();
  }

  /** Whether the observer has read where each waits, or has had time for it. */
  private static boolean located(Circle circle) {
    return circle.stuckSeconds() >= UNSEEN_SECONDS
        || circle.waits().stream().allMatch(wait -> wait.site() != null);
  }

  private static Verdict verdict(Circle circle) {
    String site = Objects.requireNonNullElse(circle.site(), "");
    String threads =
        circle.waits().stream()
            .map(wait -> wait.thread().group())
            .sorted()
            .distinct()
            .limit(NAMED)
            .collect(Collectors.joining(" & "));
    return new Verdict(
        String.join(" & ", circle.sites().keySet().stream().sorted().toList()) + " " + threads,
        Severity.CRITICAL,
        site,
        circle.title(),
        PoolCircles.evidence(circle).map(),
        circle.waits().size(),
        Circle.REMEDY_OF_LOCKS);
  }
}
