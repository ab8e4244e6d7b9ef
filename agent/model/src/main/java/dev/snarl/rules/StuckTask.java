package dev.snarl.rules;

import dev.snarl.graph.Edge;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.StuckRun;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * A task in one wait that lasts many times as long as any earlier run of the same task, while
 * somebody loses by it. Where the waiter's own need is known, what it needs is to blame, not the
 * task. Needs one snapshot; linear in the waits for each stuck run.
 */
final class StuckTask implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "stuck-task",
          Family.WASTED_THREADS,
          "a task waits ten times as long as any earlier run took, and others wait for it",
          Cost.seconds("waitSeconds", "waited", 0.1),
          Defaults.of("waitSeconds", 60.0, "minRuns", 5.0, "timesLongest", 10.0),
          Severity.WARNING);

  private static final int SHOWN = 5;

  /** What a stuck run holds up. */
  private record Loss(String pool, int queued, Set<String> waiters, int connections) {
    boolean any() {
      return queued > 0 || !waiters.isEmpty() || connections > 0;
    }

    String words() {
      List<String> parts = new ArrayList<>();
      if (!waiters.isEmpty()) {
        parts.add(
            waiters.size() == 1
                ? waiters.iterator().next() + " waits for it"
                : waiters.size() + " threads wait for it");
      }
      if (queued > 0) {
        parts.add(Figures.plural(queued, "task") + " queued in " + pool);
      }
      if (connections > 0) {
        parts.add("it holds " + Figures.plural(connections, "connection"));
      }
      return String.join(", ", parts);
    }
  }

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Snapshot now = timeline.latest();
    Map<String, Verdict> verdicts = new LinkedHashMap<>();
    now.stuckRuns().stream()
        .filter(run -> tooLong(run, thresholds) && !needsAnother(run, now))
        .sorted(Comparator.comparingLong(StuckRun::waitNanos).reversed())
        .forEach(
            run -> {
              Loss loss = loss(run, now);
              if (loss.any()) {
                Verdict verdict = verdict(run, loss);
                verdicts.putIfAbsent(verdict.key(), verdict);
              }
            });
    return List.copyOf(verdicts.values());
  }

  private static boolean tooLong(StuckRun run, Thresholds thresholds) {
    return run.waitNanos() >= thresholds.get("waitSeconds") * Figures.NANOS
        && run.ended() >= thresholds.get("minRuns")
        && run.waitNanos() >= thresholds.get("timesLongest") * run.longestNanos();
  }

  private static boolean needsAnother(StuckRun run, Snapshot now) {
    return Edge.of(now.waits()).stream()
        .filter(edge -> edge.cause().thread().id() == run.thread().id())
        .anyMatch(edge -> edge.step().certainty() != Certainty.UNKNOWN);
  }

  private static Loss loss(StuckRun run, Snapshot now) {
    Set<String> waiters = new TreeSet<>();
    for (Edge edge : Edge.of(now.waits())) {
      ThreadRef needed = edge.step().thread();
      if (needed != null && needed.id() == run.thread().id()) {
        waiters.add(edge.cause().thread().name());
      }
    }
    Pool pool =
        now.pools().stream()
            .filter(each -> Objects.equals(each.id(), run.thread().pool()))
            .findFirst()
            .orElse(null);
    if (pool == null) {
      return new Loss("", 0, waiters, run.connections());
    }
    boolean full = pool.saturatedNanos() > 0 && !pool.canGrow();
    return new Loss(pool.name(), full ? pool.queued() : 0, waiters, run.connections());
  }

  private static Verdict verdict(StuckRun run, Loss loss) {
    String waited = Figures.time(run.waitNanos() / Figures.NANOS);
    String longest = Figures.time(run.longestNanos() / Figures.NANOS);
    return new Verdict(
        run.task() + " waits at " + run.site(),
        Severity.WARNING,
        run.site() == null ? "process" : run.site(),
        "%s has waited %s in %s; %s earlier runs took at most %s each: %s"
            .formatted(
                Words.call(run.task()),
                waited,
                Words.call(run.blockedIn()),
                Figures.number(run.ended()),
                longest,
                loss.words()),
        new Evidence()
            .put("task", run.task())
            .put("thread", run.thread().name())
            .put("pool", loss.pool().isEmpty() ? null : loss.pool())
            .put("blockedIn", run.blockedIn())
            .number("waitSeconds", run.waitNanos() / Figures.NANOS)
            .put("endedRuns", run.ended())
            .number("longestRunSeconds", run.longestNanos() / Figures.NANOS)
            .put("queuedTasks", loss.queued())
            .put("waitingThreads", loss.waiters().size())
            .list("waiters", loss.waiters().stream().limit(SHOWN).toList())
            .put("connections", loss.connections())
            .map(),
        1,
        "Set a time-out on the call that waits, longer than its slowest good answer, and let the task"
            + " fail then.");
  }
}
