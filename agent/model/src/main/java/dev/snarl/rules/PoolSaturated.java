package dev.snarl.rules;

import dev.snarl.graph.Criteria;
import dev.snarl.graph.WaitGraph;
import dev.snarl.sizing.Demand;
import dev.snarl.sizing.Limit;
import dev.snarl.sizing.PoolSizing;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All threads busy, always something in the queue, and tasks wait for long. Linear in pools; the
 * history is read only for those that have been busy throughout.
 */
final class PoolSaturated implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "pool-saturated",
          Family.LIMITS,
          "all threads busy, tasks wait long in the queue",
          Cost.seconds("waitP95Seconds", "in the queue (p95)", 1.0),
          Defaults.of(
              "saturatedSeconds", 10.0,
              "minWaitSeconds", 1.0,
              "minWaitToRun", 10.0,
              "minShortWaitSeconds", 0.2,
              "drainSeconds", 10.0,
              "windowSeconds", 10.0),
          Severity.WARNING,
          Severity.INFO);

  /** Counts of a busy pool are read one after the other: so much of them may be an error. */
  private static final double NOISE = 0.02;

  private static final double MOST_OF_IT = 0.5;

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    List<Pool> candidates =
        timeline.latest().pools().stream().filter(pool -> candidate(pool, thresholds)).toList();
    if (candidates.isEmpty()) {
      return List.of();
    }
    WaitGraph tangles = PoolStarvation.tangles(timeline.latest());
    WaitGraph lost = new WaitGraph(timeline.latest(), Criteria.proof(0).likely());
    List<Verdict> verdicts = new ArrayList<>();
    for (Pool pool : candidates) {
      Load load = Load.of(pool, timeline, thresholds.get("windowSeconds"));
      if (late(load, thresholds)
          && load.secondsToDrain() > thresholds.get("drainSeconds")
          && !tangles.closed(pool.id())
          && !stuck(pool, lost)) {
        double seconds = thresholds.get("windowSeconds");
        boolean batch = isBatch(load, timeline, seconds);
        // It may have been submitted within the window, whose second half tells.
        boolean soonKnown = isBatch(Load.of(pool, timeline, seconds / 2), timeline, seconds / 2);
        if (batch || !soonKnown) {
          OwnCalls calls = batch ? null : OwnCalls.of(pool, timeline.latest());
          verdicts.add(verdict(load, PoolSizing.of(Demand.of(pool, timeline)), batch, calls));
        }
      }
    }
    return verdicts;
  }

  /** A scheduled pool is saturated only while a task is overdue; its queue holds others too. */
  private static boolean candidate(Pool pool, Thresholds thresholds) {
    return (pool.kind() == Kind.THREAD_POOL
            || pool.kind() == Kind.FORK_JOIN
            || pool.kind() == Kind.SCHEDULED
            || pool.kind() == Kind.LIMITER)
        && !pool.shutdown()
        && pool.queued() != 0
        && pool.saturatedNanos() >= thresholds.get("saturatedSeconds") * Figures.NANOS;
  }

  /** Whether most of its threads wait for what never comes, as another finding says. */
  private static boolean stuck(Pool pool, WaitGraph lost) {
    return pool.threads().stream().filter(lost::stuck).count() > MOST_OF_IT * pool.size();
  }

  private static boolean late(Load load, Thresholds thresholds) {
    double wait = load.waitSeconds();
    return wait >= thresholds.get("minWaitSeconds")
        || (wait >= thresholds.get("minShortWaitSeconds")
            && load.runSeconds() > 0
            && wait >= thresholds.get("minWaitToRun") * load.runSeconds());
  }

  /** All work was submitted before, and the pool is as large as that needs. */
  private static boolean isBatch(Load load, Timeline timeline, double windowSeconds) {
    Demand demand = load.demand();
    PoolSizing sizing = PoolSizing.of(demand);
    boolean large =
        sizing == null
            ? demand.pool().kind() == Kind.LIMITER && demand.completionsPerSecond() > 0
            : sizing.limit() != Limit.THREADS;
    double arrivals =
        demand.pool().kind() == Kind.FORK_JOIN // whose own count is not one of tasks
            ? demand.arrivalsPerSecond()
            : came(demand.pool(), timeline, windowSeconds) / (windowSeconds / 2);
    return large && arrivals <= NOISE * demand.completionsPerSecond();
  }

  /**
   * Tasks that came in the second half of the window. What a pool has completed is read before its
   * queue: an observer that gets no processor in between counts fewer tasks than came, never more,
   * so the highest count of each half stands for it. Infinite while the first half was not seen.
   */
  private static double came(Pool pool, Timeline timeline, double windowSeconds) {
    double middle = timeline.latest().nanos() - windowSeconds / 2 * Figures.NANOS;
    double early = Double.NEGATIVE_INFINITY;
    double late = 0;
    for (Snapshot snapshot :
        timeline.within(Duration.ofNanos((long) (windowSeconds * Figures.NANOS)))) {
      for (Pool then : snapshot.pools()) {
        if (then.id() == pool.id()) {
          double seen = then.completed() + (double) then.queued() + then.rejections().count();
          if (snapshot.nanos() <= middle) {
            early = Math.max(early, seen);
          } else {
            late = Math.max(late, seen);
          }
        }
      }
    }
    return Math.max(0, late - early);
  }

  /** How long they will wait cannot be said where none of those before them ends. */
  private static String outlook(Load load) {
    Demand demand = load.demand();
    if (demand.completionsPerSecond() > 0 || demand.pool().kind() == Kind.FORK_JOIN) {
      return "about %s in the queue before each one runs"
          .formatted(Figures.time(load.waitSeconds()));
    }
    Optional<SiteCount> blocked =
        demand.blockedIn().stream().filter(row -> demand.share(row) >= MOST_OF_IT).findFirst();
    return "and no task has ended for %s%s"
        .formatted(
            Figures.time(demand.pool().stuckNanos() / Figures.NANOS),
            blocked.map(row -> ", most wait in " + row.site()).orElse(""));
  }

  private static String busy(Pool pool) {
    if (pool.kind() == Kind.LIMITER) {
      return "it lets %s run at a time".formatted(Figures.plural(pool.size(), "task"));
    }
    return pool.size() == 1
        ? "its only thread is busy"
        : "all %s threads busy".formatted(pool.size());
  }

  private static Verdict verdict(
      Load load, @Nullable PoolSizing sizing, boolean batch, @Nullable OwnCalls calls) {
    Demand demand = load.demand();
    Pool pool = demand.pool();
    String remedy = pool.kind() == Kind.LIMITER ? Advice.LIMITER : Advice.remedy(sizing);
    return new Verdict(
        Pools.key(pool),
        batch ? Severity.INFO : Severity.WARNING,
        Pools.site(pool),
        "%s %s: %s, %s waiting, %s%s"
            .formatted(
                pool.name(),
                batch ? "works off a batch, nothing new arrives" : "is saturated",
                busy(pool),
                pool.kind() == Kind.SCHEDULED
                    ? "tasks that are due"
                    : pool.queued() < 0 ? "tasks" : Figures.plural(pool.queued(), "task"),
                outlook(load),
                calls == null ? "" : calls.words()),
        new Evidence()
            .put("pool", pool.name())
            .put("threads", pool.size())
            .put("core", pool.core())
            .put("max", pool.max() == Integer.MAX_VALUE ? "unlimited" : pool.max())
            .put("queued", pool.queued() < 0 ? null : pool.queued())
            .put("queueCapacity", pool.unboundedQueue() ? "unlimited" : pool.queueCapacity())
            .number("saturatedSeconds", pool.saturatedNanos() / Figures.NANOS)
            .number("arrivalsPerSecond", demand.arrivalsPerSecond())
            .number("completionsPerSecond", demand.completionsPerSecond())
            .number(
                load.waitMeasured() ? "waitP95Seconds" : "waitP95SecondsEstimate",
                load.waitSeconds())
            .number("oldestQueuedSeconds", pool.oldestQueuedNanos() / Figures.NANOS)
            .put("runSeconds", load.runSeconds() > 0 ? Evidence.rounded(load.runSeconds()) : null)
            .number("cpuShare", demand.cpuShare())
            .number("runCpuSeconds", load.runSeconds() * demand.cpuShare())
            .number("runBlockedSeconds", load.runSeconds() * (1 - demand.cpuShare()))
            .list("blockedIn", load.blockedIn())
            .put("ownPort", calls == null ? null : calls.port())
            .put("ownConnections", calls == null ? null : calls.connections())
            .number("secondsToDrain", load.secondsToDrain())
            .put("advisedThreads", Advice.threads(sizing))
            .put("limitedBy", Advice.limitedBy(sizing))
            .map(),
        Math.max(1, pool.queued()),
        calls == null ? remedy : calls.remedy() + remedy);
  }
}
