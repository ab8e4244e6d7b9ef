package dev.snarl.rules;

import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An unbounded queue: either its pool, which has had a task, can never reach its maximum size, or
 * the queue fills the heap now. One verdict per construction site, for its worst pool. Linear in
 * pools; the older snapshots are read only for pools with a long queue.
 */
final class UnboundedQueue implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "unbounded-queue",
          Family.LIMITS,
          "an unbounded queue: the pool never reaches its maximum, and the heap fills",
          Cost.number("queued", "tasks queued", 0.001),
          Defaults.of("minLength", 10_000.0, "growthSeconds", 30.0, "minGrowth", 10.0),
          Severity.INFO,
          Severity.WARNING);

  /** Lengths are compared at points this far apart: a growing queue may fluctuate in between. */
  private static final double POINT_SECONDS = 5;

  /** A scheduler whose first task is this late does not keep up. */
  private static final double OVERDUE_SECONDS = 1;

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Map<String, Subject> worst = new LinkedHashMap<>();
    for (Pool pool : timeline.latest().pools()) {
      if (!pool.unboundedQueue() || pool.shutdown()) {
        continue;
      }
      @Nullable Double growth = growth(timeline, pool, thresholds);
      if (growth != null || (pool.neverReachesMax() && pool.used())) {
        worst.merge(Pools.site(pool), new Subject(pool, growth, 1), Subject::worse);
      }
    }
    HeapFilling filling = HeapFilling.during(timeline, thresholds.get("growthSeconds"));
    List<Verdict> verdicts = new ArrayList<>();
    worst.forEach((site, subject) -> verdicts.add(verdict(site, subject, filling)));
    return verdicts;
  }

  /** Tasks per second over the window, or null unless the queue is long and never fell. */
  private static @Nullable Double growth(Timeline timeline, Pool pool, Thresholds thresholds) {
    if (!queues(pool) || pool.queued() < thresholds.get("minLength")) {
      return null;
    }
    Duration age = Duration.ofNanos((long) (thresholds.get("growthSeconds") * Figures.NANOS));
    Snapshot start = timeline.before(age).orElse(null);
    if (start == null) {
      return null;
    }
    double elapsed = (timeline.latest().nanos() - start.nanos()) / Figures.NANOS;
    int later = pool.queued();
    long laterAt = timeline.latest().nanos();
    int first = -1;
    List<Snapshot> history = timeline.history();
    for (int i = history.size() - 2; i >= 0; i--) {
      Snapshot snapshot = history.get(i);
      boolean atStart = snapshot.nanos() == start.nanos();
      if (!atStart && laterAt - snapshot.nanos() < POINT_SECONDS * Figures.NANOS) {
        continue;
      }
      int queued = queued(snapshot, pool.id());
      if (queued >= 0) {
        if (queued > later) {
          return null;
        }
        later = queued;
        first = queued;
        laterAt = snapshot.nanos();
      }
      if (atStart) {
        int grown = pool.queued() - first;
        return queued >= 0 && grown >= thresholds.get("minGrowth") ? grown / elapsed : null;
      }
    }
    return null;
  }

  /**
   * Tasks that are not due yet, such as time-outs, leave the queue of a scheduler when they are.
   */
  private static boolean queues(Pool pool) {
    return pool.kind() == Kind.THREAD_POOL
        || (pool.kind() == Kind.SCHEDULED
            && pool.oldestQueuedNanos() >= OVERDUE_SECONDS * Figures.NANOS);
  }

  private static int queued(Snapshot snapshot, long id) {
    for (Pool pool : snapshot.pools()) {
      if (pool.id() == id) {
        return pool.queued();
      }
    }
    return -1;
  }

  private static Verdict verdict(String site, Subject subject, HeapFilling filling) {
    Pool pool = subject.pool();
    @Nullable Double growth = subject.growth();
    @Nullable Double full =
        growth == null ? null : filling.secondsToFull(growth * Math.max(0, pool.taskBytes()));
    Evidence evidence =
        new Evidence()
            .put("pool", pool.name())
            .put("poolSite", pool.site())
            .put("poolsBuiltThere", subject.pools())
            .put("queue", pool.queueType())
            .put("queued", pool.queued() < 0 ? null : pool.queued())
            .put("threads", pool.size())
            .put("core", pool.core())
            .put("max", pool.max() == Integer.MAX_VALUE ? "unlimited" : pool.max())
            .put("growthPerSecond", growth == null ? null : Evidence.rounded(growth))
            .put("bytesPerTask", pool.taskBytes() < 0 ? null : pool.taskBytes())
            .put("heapGrowthBytesPerSecond", growth == null ? null : filling.measured())
            .put("secondsUntilHeapFull", full);
    return new Verdict(
        site,
        growth == null ? Severity.INFO : Severity.WARNING,
        site,
        title(pool, growth, full),
        evidence.map(),
        growth == null ? 1 : pool.queued(),
        growth == null
            ? "Give the queue a capacity, so that the pool can grow past its core size and refuse "
                + "when full; or set core = max and mean it. In Spring: "
                + "spring.task.execution.pool.queue-capacity, or setQueueCapacity(…)."
            : "Bound the queue (new ArrayBlockingQueue<>(n)) with CallerRunsPolicy or a refusal "
                + "that the caller handles, and read the source in pages instead of "
                + "submitting all of it.");
  }

  private static String title(Pool pool, @Nullable Double growth, @Nullable Double full) {
    if (growth == null) {
      return "%s never grows past %s: its queue has no limit, so its maximum of %s is never used"
          .formatted(
              pool.name(),
              pool.core() == 0
                  ? "1 thread, as its core is 0"
                  : "its " + Figures.plural(pool.core(), "core thread"),
              pool.max() == Integer.MAX_VALUE ? "2^31-1" : Figures.number(pool.max()));
    }
    return "%s: %s queued and growing by %s per second%s"
        .formatted(
            pool.name(),
            Figures.plural(pool.queued(), "task"),
            Figures.number(growth),
            full == null ? "" : "; the heap is full in " + Figures.time(full));
  }

  /**
   * A pool to report, with the growth of its queue, and the number of pools that its site built.
   */
  private record Subject(Pool pool, @Nullable Double growth, int pools) {
    Subject worse(Subject other) {
      boolean grows = other.growth != null;
      boolean first = grows == (growth != null) ? pool.queued() >= other.pool.queued() : !grows;
      Subject worst = first ? this : other;
      return new Subject(worst.pool, worst.growth, pools + other.pools);
    }
  }
}
