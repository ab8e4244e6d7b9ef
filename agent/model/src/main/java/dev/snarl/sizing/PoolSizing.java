package dev.snarl.sizing;

import dev.snarl.sizing.Demand.Scarce;
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
 * How large one pool should be, from what was measured in the last ten seconds. The one model: the
 * page of sizing and the findings about pools say what it says.
 *
 * @param demand what was measured
 * @param targetSeconds that 95 of 100 tasks shall not wait longer than
 * @param advised smallest number of threads that reaches the target, or that can make use of the
 *     processors; empty where threads are not what is missing
 * @param limit what keeps it from doing more
 */
public record PoolSizing(Demand demand, double targetSeconds, OptionalInt advised, Limit limit) {
  /** Unless asked for another. */
  public static final double DEFAULT_TARGET_SECONDS = 0.1;

  public static final double PART = 0.95;
  static final int MOST_THREADS = 100_000;

  /** Processors this busy have nothing left for more threads. */
  private static final double FULL = 0.95;

  private static final int MOST_POOLS = 200;

  /** A queue that takes longer to work off is worth a word. */
  private static final double LONG_SECONDS = 1;

  /** Every pool of which enough is known, the one with most to do first; bounded. */
  public static List<PoolSizing> all(Timeline timeline, double targetSeconds) {
    List<PoolSizing> all = new ArrayList<>();
    for (Pool pool : timeline.latest().pools()) {
      PoolSizing sizing = of(Demand.of(pool, timeline), targetSeconds);
      if (sizing != null) {
        all.add(sizing);
      }
    }
    all.sort(Comparator.comparingDouble((PoolSizing each) -> -each.work().busyThreads()));
    return List.copyOf(all.subList(0, Math.min(all.size(), MOST_POOLS)));
  }

  /** A pool without limit that hands each task straight to a thread has nothing to be sized. */
  private static boolean sized(Pool pool) {
    return !pool.shutdown()
        && !pool.rejections().surplus()
        && !(pool.max() == Integer.MAX_VALUE && pool.queueCapacity() == 0)
        && (pool.kind() == Kind.THREAD_POOL
            || pool.kind() == Kind.SCHEDULED
            || pool.kind() == Kind.FORK_JOIN);
  }

  /** The size of one pool with the usual target; null where too little is known of it. */
  public static @Nullable PoolSizing of(Demand demand) {
    return of(demand, DEFAULT_TARGET_SECONDS);
  }

  private static @Nullable PoolSizing of(Demand demand, double targetSeconds) {
    if (!sized(demand.pool()) || !demand.known()) {
      return null;
    }
    Work work = demand.work();
    Scarce scarce = demand.scarce();
    if (scarce != null) {
      return new PoolSizing(demand, targetSeconds, OptionalInt.empty(), scarce.limit());
    }
    if (work.busyProcessors() >= FULL * demand.processors()) {
      OptionalInt useful = OptionalInt.of(useful(work, demand.processors()));
      return new PoolSizing(demand, targetSeconds, useful, Limit.CPU);
    }
    int enough = WaitingLine.smallest(work, PART, targetSeconds, MOST_THREADS);
    Limit limit = enough > Math.max(1, demand.pool().size()) ? Limit.THREADS : Limit.NOTHING;
    return new PoolSizing(demand, targetSeconds, OptionalInt.of(enough), limit);
  }

  public Pool pool() {
    return demand.pool();
  }

  public Work work() {
    return demand.work();
  }

  /** What its tasks mostly wait for, where that is for others. */
  public @Nullable String waitsFor() {
    Scarce scarce = demand.scarce();
    return scarce == null ? null : scarce.most();
  }

  /** The share of the run time that this wait takes; 0 for none. */
  public double waitShare() {
    Scarce scarce = demand.scarce();
    return scarce == null ? 0 : scarce.share();
  }

  /** Threads that would do if the tasks did not wait for others. */
  public int threadsWithoutThatWait() {
    Work work = demand.work();
    // While a backlog is worked off, little may arrive: what is completed is needed at least.
    double rate = Math.max(work.perSecond(), demand.completionsPerSecond());
    double seconds = work.seconds() * Math.max(0, 1 - waitShare());
    Work own = new Work(rate, seconds, work.variation(), work.cpuSeconds());
    return WaitingLine.smallest(own, PART, targetSeconds, MOST_THREADS);
  }

  /** The number of threads that keeps all processors busy; more of them only wait for one. */
  static int useful(Work work, int processors) {
    double threads = processors * work.seconds() / Math.max(1e-9, work.cpuSeconds());
    return (int) Math.max(1, Math.min(MOST_THREADS, Math.ceil(threads * (1 - 1e-9))));
  }

  /** The line before this many threads. */
  public WaitingLine line(int threads) {
    return WaitingLine.before(Math.max(1, threads), work());
  }

  /** Tasks in a second that it can do with this many threads. */
  public double capacity(int threads) {
    return work().capacity(Math.max(1, threads), demand.processors());
  }

  /** Tasks by which the queue grows in a second at this many threads; 0 where they keep up. */
  public double growth(int threads) {
    return Math.max(0, work().perSecond() - capacity(threads));
  }

  /** Bytes of so many queued tasks; NaN where the size of a task is not known. */
  public double bytes(double tasks) {
    return pool().taskBytes() < 0 ? Double.NaN : tasks * pool().taskBytes();
  }

  /** One sentence for a person. */
  public String advice() {
    Work work = work();
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
                  Figures.plural(demand.processors(), "processor"),
                  Figures.number(capacity(MOST_THREADS)),
                  threads());
      case PERMITS ->
          "%s, %s of it waiting for permits in %s: these are the limit, not threads; give more of them, or give each back sooner"
              .formatted(load, Figures.percent(waitShare()), waitsFor());
      case LOCK ->
          "%s, %s of it waiting for a lock, mostly in %s: that is the limit, not threads; hold it for less"
              .formatted(load, Figures.percent(waitShare()), waitsFor());
      case OTHERS ->
          "%s, most of it in %s, waiting for what other threads give back or do: size that instead"
              .formatted(load, waitsFor());
    };
  }

  /** What arrived before, and is not of the load. */
  private String backlog() {
    Pool pool = pool();
    double drain = pool.queued() / Math.max(1e-9, capacity(pool.size()));
    return pool.queued() <= pool.size() || drain < LONG_SECONDS
        ? ""
        : " for that, but %s in the queue take %s; without them"
            .formatted(Figures.plural(pool.queued(), "task"), Figures.time(drain));
  }

  private String threads() {
    return Figures.plural(advised.orElse(pool().size()), "thread");
  }
}
