package dev.snarl.rules;

import dev.snarl.graph.Circle;
import dev.snarl.graph.Criteria;
import dev.snarl.graph.Edge;
import dev.snarl.graph.WaitGraph;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Proof that threads can never go on: each waits, without time-out, for a lock that the next one
 * holds, for its end, or for a task that it runs or that only it can run. One verdict for each
 * cycle, in whatever order locks, threads, futures and queues close it. A warning where the cycle
 * has lasted and who would end one of its waits is only likely. Needs one snapshot; linear.
 */
final class LockDeadlock implements Rule {
  private static final double UNSEEN_SECONDS = 1.5;
  private static final int NAMED = 3;

  private static final String REMEDY_OF_OWN_END =
      "A task cannot await the end of the pool that runs it, nor a thread its own. Let the task call"
          + " shutdown() alone, and await or close the pool on a thread of another.";

  private static final String REMEDY_OF_ENDS =
      "Threads cannot await each other's ends, nor those of each other's pools. Tell all of them to"
          + " stop, and await their ends on a thread of none.";

  private static final String REMEDY_OF_LIKELY =
      "Hold no lock while waiting for a latch, permits, a queue or a future: wait first, then lock."
          + " java -jar snarl.jar lost PID proves whether anybody can still end these waits.";

  private static final String REMEDY_OF_OWNERS =
      "Take locks and permits in the same order everywhere, and let no value of a cache be loaded that"
          + " needs one which needs it."
          + " java -jar snarl.jar lost PID proves whether anybody can still end these waits.";

  private static final String REMEDY_OF_QUEUES =
      "Each takes from one queue and puts into another, and both are full. Give what goes back a queue"
          + " without bound, or offer it with a time-out and keep elsewhere what is refused.";

  private static final String REMEDY_OF_LATER =
      "Restart the JVM. Then let each thread count down, complete or release what others wait for"
          + " before it waits itself, or start what it waits for first; and wait with a time-out.";

  private static final String REMEDY_OF_KEPT =
      "Take permits and stamps in the same order everywhere, and none while some of the same are kept:"
          + " acquire(n) takes all at once, tryConvertToWriteLock(stamp) turns a read stamp into one for"
          + " writing. java -jar snarl.jar lost PID proves whether anybody can still end these waits.";

  private static final String REMEDY_OF_SCOPES =
      "A subtask cannot wait for what the owner of its scope does after join(). Let the owner do it"
          + " before it joins, or another subtask."
          + " java -jar snarl.jar lost PID proves whether anybody can still end these waits.";

  private static final Declaration DECLARATION =
      new Declaration(
              "lock-deadlock",
              Family.DEADLOCK,
              "threads wait for one another's locks, ends or results, for ever: proved, or else likely",
              Cost.threads("stuckThreads", "threads stuck for good", 10.0),
              Defaults.of("minBlockedSeconds", Criteria.MIN_BLOCKED_SECONDS, "likelySeconds", 10.0),
              Severity.CRITICAL,
              Severity.WARNING)
          // A proof does not flap: once it fails, the cycle has been broken.
          .withoutGrace();

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Criteria criteria = Criteria.proof(thresholds.get("minBlockedSeconds"));
    WaitGraph proof = new WaitGraph(timeline.latest(), criteria);
    List<Verdict> verdicts = new ArrayList<>();
    for (Circle circle : proof.circles()) {
      if (!circle.queues() && located(circle)) {
        verdicts.add(verdict(circle, Severity.CRITICAL, remedy(circle)));
      }
    }
    double seconds = thresholds.get("likelySeconds");
    for (Circle circle : new WaitGraph(timeline.latest(), criteria.likely()).circles()) {
      if (circle.locks() && likely(circle, proof) && circle.stuckSeconds() >= seconds) {
        verdicts.add(verdict(circle, Severity.WARNING, likelyRemedy(circle)));
      }
    }
    for (Circle circle : new WaitGraph(timeline.latest(), criteria.untilDeadlines()).circles()) {
      if (!circle.queues() && untilEnds(circle) && circle.stuckSeconds() >= seconds) {
        String remedy = circle.ownEnd() ? REMEDY_OF_OWN_END : REMEDY_OF_ENDS;
        verdicts.add(verdict(circle, Severity.WARNING, remedy));
      }
    }
    return verdicts;
  }

  private static String remedy(Circle circle) {
    return circle.ownEnd() ? REMEDY_OF_OWN_END : circle.remedy();
  }

  private static String likelyRemedy(Circle circle) {
    if (circle.ends()) {
      return REMEDY_OF_SCOPES;
    }
    List<Need.Step> steps = Edge.of(circle.waits()).stream().map(Edge::step).toList();
    if (all(steps, Need.How.TAKING)) {
      return REMEDY_OF_QUEUES;
    }
    if (all(steps, Need.How.KEPT)) {
      return REMEDY_OF_KEPT;
    }
    if (steps.stream().anyMatch(step -> is(step, Need.How.LATER))) {
      return REMEDY_OF_LATER;
    }
    boolean owners = steps.stream().allMatch(step -> step instanceof Need.Held);
    return owners ? REMEDY_OF_OWNERS : REMEDY_OF_LIKELY;
  }

  /**
   * An owner that is only likely does not count beside other needs: a gate may remember who closed
   * it, and any other thread may open it. Where each owner waits for the next, they are locks. What
   * a thread keeps by its own code it may wait for alone. What it does later is no such memory.
   */
  private static boolean likely(Circle circle, WaitGraph proof) {
    List<Need.Step> steps = Edge.of(circle.waits()).stream().map(Edge::step).toList();
    long owners =
        steps.stream()
            .filter(step -> step instanceof Need.Held && step.certainty() == Certainty.LIKELY)
            .filter(step -> !is(step, Need.How.LATER))
            .count();
    return circle.certainty() == Certainty.LIKELY
        && circle.waits().stream().noneMatch(wait -> proof.stuck(wait.thread().id()))
        && (owners == 0 || (owners == steps.size() && (owners > 1 || all(steps, Need.How.KEPT))));
  }

  private static boolean all(List<Need.Step> steps, Need.How how) {
    return steps.stream().allMatch(step -> is(step, how));
  }

  private static boolean is(Need.Step step, Need.How how) {
    return step instanceof Need.Held held && held.how() == how;
  }

  /**
   * Whether only waits for the ends of threads have a time-out, such as {@code awaitTermination},
   * which always has one.
   */
  private static boolean untilEnds(Circle circle) {
    List<Wait> timed = circle.waits().stream().filter(Wait::timed).toList();
    return !timed.isEmpty()
        && Edge.of(timed).stream()
            .allMatch(
                edge -> edge.step() instanceof Need.Held held && held.how() == Need.How.ALIVE);
  }

  /** Whether the observer has read where each waits, or has had time for it. */
  private static boolean located(Circle circle) {
    return circle.stuckSeconds() >= UNSEEN_SECONDS
        || circle.waits().stream().allMatch(wait -> wait.site() != null);
  }

  private static Verdict verdict(Circle circle, Severity severity, String remedy) {
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
        severity,
        site,
        circle.title(),
        PoolCircles.evidence(circle).put("certainty", circle.certainty().label()).map(),
        circle.waits().size(),
        remedy);
  }
}
