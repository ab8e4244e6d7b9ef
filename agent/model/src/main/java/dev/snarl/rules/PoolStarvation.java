package dev.snarl.rules;

import dev.snarl.graph.Circle;
import dev.snarl.graph.Criteria;
import dev.snarl.graph.WaitGraph;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The shape of a pool deadlock with a way out that comes too late: a time-out, a pool that grows
 * only when its queue fills, or a few free threads that make little progress. Without such waits
 * inside the pool a slow pool is never starved. Linear.
 */
final class PoolStarvation implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "pool-starvation",
          Family.DEADLOCK,
          "the same, but a wait has a time-out or the pool barely makes progress",
          Cost.threads("stuckThreads", "threads stuck", 5.0),
          Defaults.of(
              "minBlockedSeconds", 0.25,
              "minStuckShare", 0.75,
              "maxTasksPerWorker", 1.0,
              "progressSeconds", 5.0,
              "likelySeconds", 10.0),
          Severity.WARNING);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Circle circle : circles(timeline, thresholds)) {
      verdicts.add(verdict(circle, timeline, thresholds));
    }
    return verdicts;
  }

  private static List<Circle> circles(Timeline timeline, Thresholds thresholds) {
    Snapshot latest = timeline.latest();
    double blocked = thresholds.get("minBlockedSeconds");
    WaitGraph graph =
        new WaitGraph(latest, Criteria.starving(blocked, thresholds.get("minStuckShare")));
    List<Circle> circles = PoolCircles.of(graph);
    if (circles.isEmpty()) {
      return circles;
    }
    WaitGraph proof = new WaitGraph(latest, Criteria.proof(blocked));
    double likely = thresholds.get("likelySeconds") * Figures.NANOS;
    return circles.stream()
        .filter(circle -> circle.certainty() == Certainty.PROVED || standsStill(circle, likely))
        .filter(circle -> circle.pools().stream().noneMatch(pool -> proof.closed(pool.id())))
        .filter(circle -> timedOut(circle) || hardlyProgresses(circle, timeline, thresholds))
        .toList();
  }

  /** What is only likely counts where nothing has moved for long. */
  private static boolean standsStill(Circle circle, double nanos) {
    return circle.pools().stream().allMatch(pool -> pool.stuckNanos() >= nanos);
  }

  /** Nothing makes progress until a wait times out. */
  private static boolean timedOut(Circle circle) {
    return circle.waits().stream().anyMatch(Wait::timed)
        && circle.pools().stream()
            .allMatch(
                pool ->
                    pool.stuckNanos() > 0
                        && pool.threads().stream().allMatch(circle.graph()::stuck));
  }

  private static boolean hardlyProgresses(Circle circle, Timeline timeline, Thresholds thresholds) {
    Duration age = Duration.ofNanos((long) (thresholds.get("progressSeconds") * Figures.NANOS));
    Optional<Snapshot> before = timeline.before(age);
    double perWorker = thresholds.get("maxTasksPerWorker");
    return before.isPresent()
        && circle.pools().stream()
            .allMatch(pool -> completed(pool, before.get()) < perWorker * pool.threads().size());
  }

  /** Tasks completed since then; a large number if the pool is younger. */
  private static long completed(Pool pool, Snapshot before) {
    return before
        .queues()
        .filter(then -> then.id() == pool.id())
        .mapToLong(then -> pool.completed() - then.completed())
        .findAny()
        .orElse(Long.MAX_VALUE);
  }

  private static Verdict verdict(Circle circle, Timeline timeline, Thresholds thresholds) {
    long timed = circle.waits().stream().filter(Wait::timed).count();
    Duration age = Duration.ofNanos((long) (thresholds.get("progressSeconds") * Figures.NANOS));
    Snapshot before = timeline.since(age);
    long completed = 0;
    for (Pool pool : circle.pools()) {
      long since = completed(pool, before);
      completed += since == Long.MAX_VALUE ? pool.completed() : since;
    }
    return new Verdict(
        PoolCircles.key(circle),
        Severity.WARNING,
        PoolCircles.site(circle),
        "%s starved: %s of %s %s for tasks in their own queue%s"
            .formatted(
                circle.names(),
                circle.stuckPoolThreads(),
                Figures.plural(circle.poolThreads(), "thread"),
                circle.certainty() == Certainty.PROVED ? "wait" : "likely wait",
                timed > 0 ? " until a timeout" : ", and hardly any task gets done"),
        PoolCircles.evidence(circle)
            .put("certainty", circle.certainty().label())
            .odds(circle.odds())
            .put("timedWaits", timed)
            .put("canGrow", circle.pools().stream().anyMatch(Pool::canGrow))
            .put("completed", completed)
            .number("progressSeconds", (timeline.latest().nanos() - before.nanos()) / Figures.NANOS)
            .map(),
        circle.waits().size(),
        "Run the inner tasks on an executor of their own, or compose instead of waiting "
            + "(thenCompose(…) for join()). A timeout only turns the deadlock into failed requests; "
            + "a longer queue makes it rarer and worse.");
  }

  /** Which pools wait for their own queue, proven or not. */
  static WaitGraph tangles(Snapshot snapshot) {
    return new WaitGraph(snapshot, Criteria.starving(0, 0.75));
  }
}
