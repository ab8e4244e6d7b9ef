package dev.snarl.hypotheses;

import dev.snarl.rules.Finding;
import dev.snarl.snapshot.Coroutines;
import dev.snarl.snapshot.LateRuns;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.StuckRun;
import dev.snarl.text.Figures;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** Suspicions about pools and their queues. */
final class PoolSuspicions {
  private static final double NANOS = Figures.NANOS;

  /** A 95th percentile of queue wait from which a pool is not refuted as too small. */
  private static final double LATE_SECONDS = 0.2;

  private static final double SATURATED_SECONDS = 5;
  private static final int LONG_QUEUE = 1_000;
  private static final int ENOUGH_TASKS = 20;

  static final List<Suspicion> ALL =
      List.of(
          new Suspicion(
              "pool-too-small",
              "a thread pool is too small",
              "/api/executors, /api/sizing",
              "docs/findings/pool-saturated.md",
              List.of("pool-saturated"),
              PoolSuspicions::tooSmall),
          new Suspicion(
              "unbounded-queue",
              "a queue without limit keeps the pool from growing, or fills the heap",
              "/api/executors",
              "docs/findings/unbounded-queue.md",
              List.of("unbounded-queue"),
              PoolSuspicions::unbounded),
          new Suspicion(
              "rejections",
              "pools refuse tasks",
              "/api/executors",
              "docs/findings/tasks-rejected.md",
              List.of("tasks-rejected"),
              PoolSuspicions::rejections),
          new Suspicion(
              "starvation-deadlock",
              "a pool waits for itself",
              "/api/waits",
              "docs/findings/pool-deadlock.md",
              List.of("pool-deadlock", "pool-starvation"),
              PoolSuspicions::starved),
          new Suspicion(
              "lock-deadlock",
              "threads wait for locks for ever",
              "/api/waits",
              "docs/findings/lock-deadlock.md",
              List.of("lock-deadlock", "lost-wait"),
              LockSuspicion::deadlocked),
          new Suspicion(
              "lock-contention",
              "threads wait for each other's locks",
              "/api/executors (blockedIn), /api/profile (waits)",
              "docs/findings/lock-contention.md",
              List.of("lock-contention"),
              LockSuspicion::judge),
          new Suspicion(
              "lock-held-in-io",
              "a lock is held during I/O",
              "/api/findings (lock-contention: heldAt), /api/profile (waits)",
              "docs/findings/lock-contention.md",
              List.of(),
              LockSuspicion::heldInInput),
          new Suspicion(
              "late-timers",
              "scheduled tasks start late",
              "/api/executors",
              "docs/findings/late-timer.md",
              List.of("late-timer"),
              PoolSuspicions::late),
          new Suspicion(
              "hung-call",
              "a call without time-out hangs",
              "/api/waits, /api/profile (waits)",
              "docs/findings/stuck-task.md",
              List.of("stuck-task", "permits-exhausted"),
              PoolSuspicions::hung));

  private PoolSuspicions() {}

  /** Threads that belong to no pool may hang too, and so may first runs: never refuted. */
  private static Opinion hung(Facts facts) {
    List<StuckRun> runs = facts.latest().stuckRuns();
    return Opinion.notSeen(
        runs.isEmpty()
            ? "no task of a pool waits longer than a second where earlier ones ended"
            : "%s longer than a second where earlier ones ended, the longest for %s"
                .formatted(
                    runs.size() == 1 ? "1 task waits" : runs.size() + " tasks wait",
                    Figures.time(
                        runs.stream().mapToLong(StuckRun::waitNanos).max().orElse(0) / NANOS)));
  }

  private static Opinion late(Facts facts) {
    long schedulers =
        facts.latest().pools().stream()
            .filter(pool -> pool.type().equals(ScheduledThreadPoolExecutor.class.getName()))
            .count();
    long runs = facts.grew(Snapshot::lateTimers, LateRuns::lateRuns);
    if (schedulers == 0 && runs == 0) {
      return Opinion.notSeen("no scheduler is known");
    }
    return Opinion.over(
        facts.seconds(),
        runs == 0 ? Answer.FALSE : Answer.NOT_SEEN,
        "%s of periodic tasks in %s"
            .formatted(Figures.plural(runs, "late run"), Figures.plural(schedulers, "scheduler")));
  }

  private static Opinion tooSmall(Facts facts) {
    for (Finding finding : facts.proofs(List.of("pool-saturated"))) {
      if (!(finding.evidence().get("limitedBy") instanceof String limit)) {
        return new Opinion(
            Answer.NOT_SEEN,
            finding.title() + "; but none of its tasks ends, so no size can be advised",
            10,
            finding.site());
      }
      String why = otherLimit(limit);
      if (why != null) {
        return new Opinion(
            Answer.FALSE,
            "%s is saturated, but more threads would not help: %s"
                .formatted(finding.evidence().get("pool"), why),
            10,
            finding.site());
      }
    }
    Pool busiest = null;
    Pool latest = null;
    boolean late = false;
    for (Pool pool : facts.working().keySet()) {
      if (pool.rejections().surplus() || pool.kind() == Kind.CARRIERS) {
        continue; // carriers: one for each processor, so a late virtual thread lacks those
      }
      busiest = busiest == null || use(pool) > use(busiest) ? pool : busiest;
      latest = latest == null || wait(pool) > wait(latest) ? pool : latest;
      late |= wait(pool) >= LATE_SECONDS || pool.saturatedNanos() >= SATURATED_SECONDS * NANOS;
      late |= unmeasured(pool);
    }
    late |= coroutinesWait(facts.latest().coroutines());
    if (busiest == null || latest == null || !facts.someWork()) {
      return Opinion.notSeen("no pool had enough to do in the last minute");
    }
    String number =
        "busiest pool %s: %s of %s busy; longest queue wait (p95) %s"
            .formatted(
                busiest.name(),
                busiest.active(),
                most(busiest) == Integer.MAX_VALUE
                    ? "any number of threads"
                    : Figures.plural(most(busiest), "thread"),
                wait(latest) < 0
                    ? "not measured"
                    : Figures.time(wait(latest)) + " in " + latest.name());
    return Opinion.over(10, late ? Answer.NOT_SEEN : Answer.FALSE, number);
  }

  /** Why more threads would not help; null where they would. */
  private static @Nullable String otherLimit(String limitedBy) {
    return switch (limitedBy) {
      case "cpu" -> "the processors are the limit";
      case "permits" -> "its tasks wait for permits";
      case "lock" -> "its tasks wait for a lock";
      case "others" -> "its tasks wait for others";
      default -> null;
    };
  }

  /** A queue whose wait is unknown refutes nothing; tasks of a scheduled pool may not be due. */
  private static boolean unmeasured(Pool pool) {
    return wait(pool) < 0
        && pool.kind() != Kind.SCHEDULED
        && pool.queued() >= Math.max(1, pool.size());
  }

  /** Likewise for those that wait for a thread of their dispatcher. */
  private static boolean coroutinesWait(Coroutines coroutines) {
    return coroutines.views().stream().anyMatch(view -> view.queued() >= view.parallelism())
        || coroutines.dispatchers().stream().anyMatch(each -> each.queued() >= each.max());
  }

  /** The share of its threads that is busy; -1, below any other, without a limit. */
  private static double use(Pool pool) {
    int most = most(pool);
    return most == Integer.MAX_VALUE ? -1 : most == 0 ? 0 : (double) pool.active() / most;
  }

  /** Its maximum number of threads. */
  private static int most(Pool pool) {
    return pool.canGrow() ? Math.max(pool.size(), pool.max()) : pool.size();
  }

  /** -1 if too few tasks were timed. */
  private static double wait(Pool pool) {
    return pool.timing().waitedLately().count() < ENOUGH_TASKS
        ? -1
        : pool.timing().waitedLately().quantileSeconds(0.95);
  }

  private static Opinion unbounded(Facts facts) {
    Pool longest = null;
    Pool capped = null;
    int pools = 0;
    boolean late = false;
    for (Pool pool : facts.latest().pools()) {
      if (pool.kind() != Kind.THREAD_POOL || pool.shutdown()) {
        continue;
      }
      pools++;
      if (pool.unboundedQueue() && pool.queued() >= 0) {
        longest = longest == null || pool.queued() > longest.queued() ? pool : longest;
        if (pool.neverReachesMax()) {
          Finding saturated = tooSmall(facts, pool);
          if (saturated != null) {
            return new Opinion(
                Answer.TRUE, saturated.title() + "; it" + kept(pool), 10, saturated.site());
          }
          late |= wait(pool) >= LATE_SECONDS;
          capped = capped == null ? pool : capped;
        }
      }
    }
    if (pools == 0) {
      return Opinion.notSeen("no thread pool is known");
    }
    if (longest == null) {
      return Opinion.now(
          Answer.FALSE, "none of %s has one".formatted(Figures.plural(pools, "pool")));
    }
    String number =
        "longest queue without limit: %s in %s"
            .formatted(Figures.plural(longest.queued(), "task"), longest.name());
    if (capped != null) {
      number += "; " + capped.name() + kept(capped);
    }
    boolean fine = longest.queued() < LONG_QUEUE && !late;
    return Opinion.now(fine ? Answer.FALSE : Answer.NOT_SEEN, number);
  }

  private static String kept(Pool pool) {
    return " stays at %s, its maximum of %s is never reached"
        .formatted(
            Figures.plural(pool.mostBehindItsQueue(), "thread"),
            pool.max() == Integer.MAX_VALUE ? "any number" : Figures.number(pool.max()));
  }

  /** The finding that this pool is saturated, if more threads would help. */
  private static @Nullable Finding tooSmall(Facts facts, Pool pool) {
    for (Finding finding : facts.proofs(List.of("pool-saturated"))) {
      Object limit = finding.evidence().get("limitedBy");
      if (pool.name().equals(finding.evidence().get("pool"))
          && ("threads".equals(limit) || "backlog".equals(limit))) {
        return finding;
      }
    }
    return null;
  }

  private static Opinion rejections(Facts facts) {
    List<Pool> pools = facts.latest().pools();
    if (pools.isEmpty() || !facts.someWork()) {
      return Opinion.notSeen("no pool had enough to do in the last minute");
    }
    long ever = pools.stream().mapToLong(PoolSuspicions::refused).sum();
    long lately = facts.grew(now -> now.pools(), PoolSuspicions::refused);
    long callers =
        facts.grew(
            now -> now.pools(),
            pool -> pool.rejections().callerRuns() ? pool.rejections().count() : 0);
    return Opinion.over(
        facts.seconds(),
        lately == 0 ? Answer.FALSE : Answer.NOT_SEEN,
        "%s refused, %s since the agent came%s"
            .formatted(
                Figures.plural(lately, "task"),
                Figures.number(ever),
                callers == 0 ? "" : "; %s ran on the caller's thread".formatted(callers)));
  }

  /** What the caller runs itself is late, not lost. */
  private static long refused(Pool pool) {
    return pool.rejections().callerRuns() || pool.rejections().surplus()
        ? 0
        : pool.rejections().count();
  }

  private static Opinion starved(Facts facts) {
    double stuck = 0;
    for (Pool pool : facts.latest().pools()) {
      if (pool.queued() > 0 && pool.size() > 0 && pool.active() >= pool.size()) {
        stuck = Math.max(stuck, pool.stuckNanos() / NANOS);
      }
    }
    if (!facts.someWork()) {
      return Opinion.notSeen("no pool had enough to do in the last minute");
    }
    return Opinion.now(
        stuck < SATURATED_SECONDS ? Answer.FALSE : Answer.NOT_SEEN,
        "longest time without progress in a full pool with tasks queued: " + Figures.time(stuck));
  }
}
