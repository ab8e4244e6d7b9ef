package dev.snarl.sizing;

import dev.snarl.snapshot.Durations;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one pool was asked to do in a window, and how it did.
 *
 * @param pool at the end of the window
 * @param work as measured; 0 s where no run time is known
 * @param completionsPerSecond tasks that it completed; of a fork-join pool those that were timed
 * @param growthPerSecond of its queue
 * @param arrivalsPerSecond what came in, those refused included, as that growth has it
 * @param cpuShare share of samples that found a busy thread on a processor; NaN without samples
 * @param samples of busy threads
 * @param blockedIn what those that were not on a processor were blocked in, most first
 * @param processors that the JVM may use
 */
public record Demand(
    Pool pool,
    Work work,
    double completionsPerSecond,
    double growthPerSecond,
    double arrivalsPerSecond,
    double cpuShare,
    long samples,
    List<SiteCount> blockedIn,
    int processors) {
  private static final Duration WINDOW = Duration.ofSeconds(10);

  private static final String JDK = "java.util.concurrent.";

  /** What a queue of another's, such as Tomcat's, extends. */
  private static final String USUAL = JDK + "LinkedBlockingQueue";

  /** Fewer timed tasks say little. */
  private static final int ENOUGH = 20;

  /** From this share of the run time on, waiting for other threads is what limits a pool. */
  private static final double MOSTLY = 0.5;

  public Demand {
    blockedIn = List.copyOf(blockedIn);
  }

  /** What a pool of the latest snapshot was asked to do in the last ten seconds. */
  public static Demand of(Pool pool, Timeline timeline) {
    return of(pool, timeline, WINDOW);
  }

  /** The same in another window. */
  public static Demand of(Pool pool, Timeline timeline, Duration window) {
    Pool first = pool;
    double seconds = 0;
    for (Snapshot snapshot : timeline.within(window)) {
      Pool then = find(snapshot, pool.id());
      if (then != null) {
        first = then;
        seconds = (timeline.latest().nanos() - snapshot.nanos()) / Figures.NANOS;
        break;
      }
    }
    boolean counted = pool.kind() != Kind.FORK_JOIN;
    Durations ran = pool.timing().ranLately();
    double completions =
        rate(counted ? pool.completed() - first.completed() : ran.count(), seconds);
    Durations times = ran.count() >= ENOUGH ? ran : pool.timing().ran();
    double run =
        times.count() >= ENOUGH
            ? times.meanSeconds()
            : completions > 0 && counted ? pool.active() / completions : 0;
    boolean readable = seconds > 0 && pool.queued() >= 0 && first.queued() >= 0;
    double growth = readable ? (pool.queued() - first.queued()) / seconds : 0;
    double refused = rate(pool.rejections().count() - first.rejections().count(), seconds);
    double arrivals = Math.max(0, completions + growth + refused);
    // What lies in a scheduled pool's queue is not due yet.
    double due = pool.kind() == Kind.SCHEDULED ? completions + refused : arrivals;
    int processors = timeline.latest().environment().processors();
    long onCpu = pool.activity().onCpu() - first.activity().onCpu();
    long samples = onCpu + pool.activity().blocked() - first.activity().blocked();
    double share = samples > 0 ? (double) onCpu / samples : Double.NaN;
    // A thread that is ready and gets no processor counts as on it: never more than there are.
    double cpu =
        samples > 0 && completions > 0 ? Math.min(run * share, processors / completions) : 0;
    return new Demand(
        pool,
        new Work(due, run, Work.variation(times), cpu),
        completions,
        growth,
        arrivals,
        share,
        samples,
        blockedIn(pool, first),
        processors);
  }

  private static @Nullable Pool find(Snapshot snapshot, long id) {
    for (Pool pool : snapshot.pools()) {
      if (pool.id() == id) {
        return pool;
      }
    }
    return null;
  }

  private static double rate(long count, double seconds) {
    return seconds > 0 ? Math.max(0, count) / seconds : 0;
  }

  private static List<SiteCount> blockedIn(Pool pool, Pool first) {
    Map<String, Long> before = new HashMap<>();
    first.activity().blockedIn().forEach(row -> before.put(row.in().text(), row.count()));
    return pool.activity().blockedIn().stream()
        .map(
            row -> {
              String text = row.in().text();
              return new SiteCount(text, row.count() - before.getOrDefault(text, 0L));
            })
        .filter(row -> row.count() > 0)
        .sorted(Comparator.comparingLong(SiteCount::count).reversed())
        .toList();
  }

  /** Whether it is known how many tasks ended, and how long they took. */
  boolean known() {
    return work.seconds() > 0 && completionsPerSecond > 0;
  }

  /** The share of the run time that a row of {@link #blockedIn} took. */
  public double share(SiteCount row) {
    return (double) row.count() / Math.max(1, samples);
  }

  /**
   * What its tasks mostly wait for that other threads give back or do.
   *
   * @param limit permits, a lock, or else others
   * @param most where that is, the most frequent line of it
   * @param share of the run time
   */
  record Scarce(Limit limit, String most, double share) {}

  /** Null where waiting for others is not what its tasks mostly do. */
  @Nullable Scarce scarce() {
    for (Limit kind : List.of(Limit.PERMITS, Limit.LOCK, Limit.OTHERS)) {
      List<SiteCount> rows = blockedIn.stream().filter(row -> kind(row.site()) == kind).toList();
      if (!rows.isEmpty()) {
        // Permits and a lock are waited for in several lines; other waits are for other things.
        long count =
            kind == Limit.OTHERS
                ? rows.get(0).count()
                : rows.stream().mapToLong(SiteCount::count).sum();
        double share = (double) count / Math.max(1, samples);
        if (share >= MOSTLY) {
          return new Scarce(kind, rows.get(0).site(), share);
        }
      }
    }
    return null;
  }

  /** Null for a wait that ends without another thread. */
  private @Nullable Limit kind(String site) {
    String call = site.split(" at ", 2)[0];
    if (call.startsWith(JDK + "Semaphore.")) {
      return Limit.PERMITS;
    }
    boolean lock =
        call.equals("a monitor")
            || call.startsWith(JDK + "locks.Reentrant")
            || call.startsWith(JDK + "locks.StampedLock.");
    return lock ? Limit.LOCK : forOthers(site) ? Limit.OTHERS : null;
  }

  /**
   * A wait that another thread ends. While workers may be idle, one for a queue such as the pool's
   * own is left out: it is mostly that of a worker that has just ended its task and waits for the
   * next.
   */
  private boolean forOthers(String site) {
    String call = site.split(" at ", 2)[0];
    String queue = pool.queueType().startsWith(JDK) ? pool.queueType() : USUAL;
    boolean idle = call.equals(queue + ".take") || call.equals(queue + ".poll");
    return Pool.waitsForOthers(site) && !(idle && pool.saturatedNanos() == 0);
  }
}
