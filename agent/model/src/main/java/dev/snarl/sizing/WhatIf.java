package dev.snarl.sizing;

import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Trace;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How long the tasks of one pool would wait at other sizes and other rates: its latest tasks,
 * played by {@link Simulation}. At most about 600,000 tasks an answer, a tenth of a second; never
 * on the observer's thread.
 *
 * @param threads of the pool now, the most that it uses before tasks wait
 * @param fixed whether it has that size, whatever the length of its queue
 * @param trace what was recorded
 * @param cpuShare of the run time that needs a processor
 * @param processors that there are
 * @param points by size, then by rate
 * @param why there is none, null if there is
 */
public record WhatIf(
    int threads,
    boolean fixed,
    @Nullable Trace trace,
    double cpuShare,
    int processors,
    List<Point> points,
    @Nullable String why) {
  private static final double[] SIZES = {0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4};
  private static final double[] RATES = {0.5, 1, 1.5, 2, 3};
  private static final int MOST_THREADS = 100_000;

  /** Fewer tasks, or a shorter time, do not show how they come. */
  private static final int ENOUGH = 300;

  private static final double LONG_ENOUGH_SECONDS = 5;

  /** A simulation that is further than this from what was measured does not describe the pool. */
  private static final double OFF = 0.5;

  private static final double SHORT_SECONDS = 0.05;

  /** Of the run time: where few tasks wait, whether 4 or 6 of 100 do decides about the 95th. */
  private static final double SHORT = 0.25;

  /** What somebody asks for beside the usual points. 0 for nothing. */
  public record Asked(int threads, double rate) {
    public static final Asked NOTHING = new Asked(0, 0);

    public Asked {
      threads = Math.max(0, Math.min(MOST_THREADS, threads));
      rate = rate > 0 ? Math.max(0.01, Math.min(100, rate)) : 0;
    }
  }

  /**
   * One size at one rate.
   *
   * @param threads a fixed size
   * @param rate times the recorded arrivals
   * @param perSecond tasks that arrive then
   * @param utilisation arrivals divided by what the threads and processors can do
   * @param unstable whether more arrive than can be done, so that the queue grows without end
   * @param sharesProcessors whether its busy threads need more processors than there are; each is
   *     slower then
   * @param waits what was simulated; null where it is unstable
   */
  public record Point(
      int threads,
      double rate,
      double perSecond,
      double utilisation,
      boolean unstable,
      boolean sharesProcessors,
      @Nullable Waits waits) {}

  public WhatIf {
    points = List.copyOf(points);
  }

  /**
   * The answer for one pool.
   *
   * @param pool as it is now
   * @param sizing of it; null if too little is known
   * @param trace of it; null if none is kept
   */
  public static WhatIf of(
      Pool pool, @Nullable PoolSizing sizing, @Nullable Trace trace, Asked asked) {
    String why = refusal(pool, sizing, trace);
    return why != null || sizing == null || trace == null
        ? none(why)
        : new Curve(sizing, trace, asked).answer();
  }

  /** No answer, and why. */
  public static WhatIf none(@Nullable String why) {
    return new WhatIf(0, false, null, 0, 0, List.of(), why);
  }

  private static @Nullable String refusal(
      Pool pool, @Nullable PoolSizing sizing, @Nullable Trace trace) {
    if (pool.kind() != Kind.THREAD_POOL) {
      return "only pools whose threads take tasks from one queue, in the order of arrival, are simulated";
    }
    if (pool.queueType().contains("PriorityBlockingQueue")) {
      return "its queue is ordered by priority; the simulation serves tasks in the order of arrival";
    }
    if (sizing == null) {
      return "too few tasks ended in the last ten seconds, or the pool has no queue and no limit";
    }
    String limit =
        switch (sizing.limit()) {
          case CPU -> "the processors are the limit: more threads only share them";
          case PERMITS, LOCK, OTHERS ->
              "its tasks spend %s of the run time in %s: more threads would wait there, not run"
                  .formatted(Figures.percent(sizing.waitShare()), sizing.waitsFor());
          case NOTHING, THREADS -> null;
        };
    if (limit != null) {
      return limit;
    }
    if (trace == null) {
      return "its tasks are not recorded: more than 1,000 arrive in a second, too few have run, or 10 other pools are recorded";
    }
    return trace.tasks() < ENOUGH
            || trace.ran().size() < ENOUGH
            || trace.seconds() < LONG_ENOUGH_SECONDS
        ? "only %s in %s are recorded, of which %s ran: %d in 5 s are needed"
            .formatted(
                Figures.plural(trace.tasks(), "task"),
                Figures.time(trace.seconds()),
                Figures.number(trace.ran().size()),
                ENOUGH)
        : null;
  }

  /** The most threads that the pool uses before tasks wait, and whether it always has them. */
  private static int threads(Pool pool) {
    if (pool.neverReachesMax()) {
      return pool.mostBehindItsQueue();
    }
    // Such as Tomcat's, which starts threads before it queues; or one that hands tasks over.
    boolean growsFirst = pool.unboundedQueue() || pool.queueCapacity() == 0;
    return Math.max(1, growsFirst || pool.core() >= pool.max() ? pool.max() : pool.size());
  }

  /** The simulations of one answer. */
  private static final class Curve {
    private final PoolSizing sizing;
    private final Trace trace;
    private final double cpuShare;
    private final int processors;
    private final int now;
    private final boolean fixed;
    private final TreeSet<Integer> sizes = new TreeSet<>();
    private final TreeSet<Double> rates = new TreeSet<>();

    Curve(PoolSizing sizing, Trace trace, Asked asked) {
      this.sizing = sizing;
      this.trace = trace;
      Pool pool = sizing.pool();
      cpuShare = Math.min(1, sizing.work().cpuSeconds() / sizing.work().seconds());
      processors = sizing.demand().processors();
      now = Math.min(MOST_THREADS, threads(pool));
      fixed = pool.core() >= pool.max() || pool.unboundedQueue() || pool.queueCapacity() == 0;
      for (double size : SIZES) {
        sizes.add((int) Math.max(1, Math.min(MOST_THREADS, Math.ceil(now * size))));
      }
      sizing.advised().ifPresent(sizes::add);
      sizes.add(asked.threads() == 0 ? now : asked.threads());
      for (double rate : RATES) {
        rates.add(rate);
      }
      rates.add(asked.rate() == 0 ? 1 : asked.rate());
    }

    WhatIf answer() {
      String off = off();
      if (off != null) {
        return none(off);
      }
      List<Point> points = new ArrayList<>();
      for (int size : sizes) {
        for (double rate : rates) {
          points.add(point(size, rate));
        }
      }
      return new WhatIf(now, fixed, trace, cpuShare, processors, points, null);
    }

    /** Whether the simulation fails to give what was measured at the present size. */
    private @Nullable String off() {
      Point present = point(now, 1);
      double measured = trace.waited().quantile(PoolSizing.PART);
      if (!fixed || present.waits() == null || Double.isNaN(measured)) {
        return null;
      }
      double simulated = present.waits().p95();
      double difference = Math.abs(simulated - measured);
      return difference > OFF * Math.max(simulated, measured)
              && difference > Math.max(SHORT_SECONDS, SHORT * trace.ran().mean())
          ? "the simulation does not describe it: at the present size 95 of 100 waited less than %s, simulated are %s"
              .formatted(Figures.time(measured), Figures.time(simulated))
          : null;
    }

    private Point point(int threads, double rate) {
      double perSecond = rate * trace.perSecond();
      double atOnce = cpuShare > 0 ? Math.min(threads, processors / cpuShare) : threads;
      double utilisation = perSecond * trace.ran().mean() / atOnce;
      int capacity = sizing.pool().queueCapacity();
      boolean unstable = utilisation >= 1 && capacity == Integer.MAX_VALUE;
      boolean shares = threads * cpuShare > processors;
      Waits waits =
          unstable
              ? null
              : new Simulation(threads, capacity, rate, cpuShare, processors).play(trace);
      return new Point(threads, rate, perSecond, utilisation, unstable, shares, waits);
    }
  }
}
