package dev.snarl.rules;

import dev.snarl.graph.Circle;
import dev.snarl.graph.Criteria;
import dev.snarl.graph.WaitGraph;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.List;

/**
 * Proof that pools can never make progress: every thread waits, without time-out, for tasks queued
 * behind itself. One verdict for each cycle, however many pools it crosses. Needs one snapshot;
 * linear.
 */
final class PoolDeadlock implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
              "pool-deadlock",
              Family.DEADLOCK,
              "all threads of a pool wait for tasks queued behind them, for ever: proved",
              Cost.threads("stuckThreads", "threads stuck for good", 10.0),
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
    return PoolCircles.of(new WaitGraph(timeline.latest(), proof)).stream()
        .filter(Circle::located)
        .map(PoolDeadlock::verdict)
        .toList();
  }

  private static Verdict verdict(Circle circle) {
    return new Verdict(
        PoolCircles.key(circle),
        Severity.CRITICAL,
        PoolCircles.site(circle),
        title(circle),
        PoolCircles.evidence(circle).map(),
        circle.waits().size(),
        "The pool will not recover: restart, or complete one of the futures. Then run the inner "
            + "tasks on an executor of their own, or compose instead of waiting: "
            + "thenCompose(…) for join(), a callback for get(). More threads only move the limit.");
  }

  private static String title(Circle circle) {
    int threads = circle.poolThreads();
    if (circle.pools().size() > 1) {
      return "Deadlock across %s pools: all %s of %s wait for tasks that only these threads could run"
          .formatted(circle.pools().size(), Figures.plural(threads, "thread"), circle.names());
    }
    return threads == 1
        ? "Deadlock: the only thread of %s waits for a task in its own queue"
            .formatted(circle.names())
        : "Deadlock: all %s threads of %s wait for tasks in their own queue"
            .formatted(threads, circle.names());
  }
}
