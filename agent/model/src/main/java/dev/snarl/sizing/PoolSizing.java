package dev.snarl.sizing;

import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * How large one pool should be, from measurements of the last ten seconds.
 *
 * @param pool as it is
 * @param work its load
 * @param completionsPerSecond tasks that it completed
 * @param processors that the JVM may use
 * @param targetSeconds that 95 of 100 tasks shall not wait longer than
 * @param advised smallest number of threads that reaches the target, or that can use all
 *     processors; empty if more threads do not help
 * @param limit what limits its throughput
 * @param waitsFor what its tasks mostly wait for, if the limit is {@link Limit#OTHERS}
 */
public record PoolSizing(
    Pool pool,
    Work work,
    double completionsPerSecond,
    int processors,
    double targetSeconds,
    OptionalInt advised,
    Limit limit,
    @Nullable String waitsFor) {
  /** The default. */
  public static final double DEFAULT_TARGET_SECONDS = 0.1;

  public static final double PART = 0.95;
  static final int MOST_THREADS = 100_000;

  /** Processors this busy have no capacity for more threads. */
  private static final double FULL = 0.95;

  private static final int MOST_POOLS = 200;

  /** A queue that takes longer to drain is reported. */
  private static final double LONG_SECONDS = 1;

  /** Every pool with enough data, the busiest first; bounded. */
  public static List<PoolSizing> all(Timeline timeline, double targetSeconds) {
    List<PoolSizing> all = new ArrayList<>();
    for (Pool pool : timeline.latest().pools()) {
      Demand demand = sized(pool) ? Demand.of(pool, timeline) : null;
      if (demand != null) {
        all.add(of(demand, targetSeconds));
      }
    }
    all.sort(Comparator.comparingDouble((PoolSizing each) -> -each.work().busyThreads()));
    return List.copyOf(all.subList(0, Math.min(all.size(), MOST_POOLS)));
  }

  /** An unbounded pool that passes each task directly to a thread needs no sizing. */
  private static boolean sized(Pool pool) {
    return !pool.shutdown()
        && !pool.dropsSurplus()
        && !(pool.max() == Integer.MAX_VALUE && pool.queueCapacity() == 0)
        && (pool.kind() == Kind.THREAD_POOL
            || pool.kind() == Kind.SCHEDULED
            || pool.kind() == Kind.FORK_JOIN);
  }

  static PoolSizing of(Demand demand, double targetSeconds) {
    Work work = demand.work();
    int processors = demand.processors();
    int now = Math.max(1, demand.pool().size());
    Limit limit;
    OptionalInt advised;
    if (demand.waitingForOthers() != null) {
      limit = Limit.OTHERS;
      advised = OptionalInt.empty();
    } else if (work.busyProcessors() >= FULL * processors) {
      limit = Limit.CPU;
      advised = OptionalInt.of(useful(work, processors));
    } else {
      int enough = WaitingLine.smallest(work, PART, targetSeconds, MOST_THREADS);
      limit = enough > now ? Limit.THREADS : Limit.NOTHING;
      advised = OptionalInt.of(enough);
    }
    return new PoolSizing(
        demand.pool(),
        work,
        demand.completionsPerSecond(),
        processors,
        targetSeconds,
        advised,
        limit,
        demand.waitingForOthers());
  }

  /** The number of threads that keeps all processors busy; more of them only wait for one. */
  static int useful(Work work, int processors) {
    double threads = processors * work.seconds() / Math.max(1e-9, work.cpuSeconds());
    return (int) Math.max(1, Math.min(MOST_THREADS, Math.ceil(threads * (1 - 1e-9))));
  }

  /** The line before this many threads. */
  public WaitingLine line(int threads) {
    return WaitingLine.before(Math.max(1, threads), work);
  }

  /** Tasks per second that it can complete with this many threads. */
  public double capacity(int threads) {
    return work.capacity(Math.max(1, threads), processors);
  }

  /** Tasks by which the queue grows per second at this many threads; 0 if they keep up. */
  public double growth(int threads) {
    return Math.max(0, work.perSecond() - capacity(threads));
  }

  /** Bytes of this many queued tasks; NaN if the size of a task is unknown. */
  public double bytes(double tasks) {
    return pool.taskBytes() < 0 ? Double.NaN : tasks * pool.taskBytes();
  }

  /** One sentence for the reader. */
  public String advice() {
    String load =
        "%s/s arrive and hold a thread for %s each"
            .formatted(Figures.number(work.perSecond()), Figures.time(work.seconds()));
    return switch (limit) {
      case NOTHING ->
          "%s: large enough%s, %s would keep 95 of 100 waits under %s"
              .formatted(load, backlog(), threads(), Figures.time(targetSeconds));
      case THREADS ->
          "%s: set it to %s, then 95 of 100 wait less than %s"
              .formatted(load, threads(), Figures.time(targetSeconds));
      case CPU ->
          "%s, %s of it on a processor: %s do at most %s/s, and more than %s only wait for one"
              .formatted(
                  load,
                  Figures.time(work.cpuSeconds()),
                  Figures.plural(processors, "processor"),
                  Figures.number(capacity(MOST_THREADS)),
                  threads());
      case OTHERS ->
          "%s, most of it in %s, waiting for what other threads give back or do: size that instead"
              .formatted(load, waitsFor);
    };
  }

  /** What arrived before, and is not part of the load. */
  private String backlog() {
    double drain = pool.queued() / Math.max(1e-9, capacity(pool.size()));
    return pool.queued() <= pool.size() || drain < LONG_SECONDS
        ? ""
        : " for that, but %s in the queue take %s; without them"
            .formatted(Figures.plural(pool.queued(), "task"), Figures.time(drain));
  }

  private String threads() {
    return Figures.plural(advised.orElse(pool.size()), "thread");
  }
}
