package dev.snarl.sizing;

import dev.snarl.snapshot.Durations;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The load of one pool in the last ten seconds, and its throughput.
 *
 * @param pool at the end of the window
 * @param work as measured
 * @param completionsPerSecond tasks that it completed
 * @param cpuShare share of samples that found a busy thread on a processor; NaN without samples
 * @param waitingForOthers what its tasks mostly wait for that other threads release or do; null if
 *     that is not most of their time
 * @param processors that the JVM may use
 */
record Demand(
    Pool pool,
    Work work,
    double completionsPerSecond,
    double cpuShare,
    @Nullable String waitingForOthers,
    int processors) {
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final double NANOS = 1e9;

  private static final String JDK = "java.util.concurrent.";

  /** The type that a library's queue, such as Tomcat's, extends. */
  private static final String USUAL = JDK + "LinkedBlockingQueue";

  /** Fewer timed tasks prove little. */
  private static final int ENOUGH = 20;

  /** From this share of the run time on, waiting for other threads limits a pool. */
  private static final double MOSTLY = 0.5;

  /** Null if too little is known: no task ended, or none was timed. */
  static @Nullable Demand of(Pool pool, Timeline timeline) {
    Pool first = null;
    double seconds = 0;
    for (Snapshot snapshot : timeline.within(WINDOW)) {
      Pool then = find(snapshot, pool.id());
      if (then != null) {
        first = then;
        seconds = (timeline.latest().nanos() - snapshot.nanos()) / NANOS;
        break;
      }
    }
    if (first == null || seconds <= 0) {
      return null;
    }
    double completions = rate(pool.completed() - first.completed(), seconds);
    boolean counted = pool.kind() != Kind.FORK_JOIN;
    Durations ran = pool.timing().ranLately();
    if (!counted) {
      completions = ran.count() / seconds;
    }
    Durations times = ran.count() >= ENOUGH ? ran : pool.timing().ran();
    double run =
        times.count() >= ENOUGH
            ? times.meanSeconds()
            : completions > 0 && counted ? pool.active() / completions : 0;
    if (run <= 0 || completions <= 0) {
      return null;
    }
    // The tasks in a scheduled pool's queue are not due yet.
    boolean readable = pool.kind() != Kind.SCHEDULED && pool.queued() >= 0 && first.queued() >= 0;
    double growth = readable ? (pool.queued() - first.queued()) / seconds : 0;
    double refused = rate(pool.rejections().count() - first.rejections().count(), seconds);
    int processors = timeline.latest().environment().processors();
    long onCpu = pool.activity().onCpu() - first.activity().onCpu();
    long samples = onCpu + pool.activity().blocked() - first.activity().blocked();
    double share = samples > 0 ? (double) onCpu / samples : Double.NaN;
    // A runnable thread without a processor counts as running: never more than there are.
    double cpu = Double.isNaN(share) ? 0 : Math.min(run * share, processors / completions);
    return new Demand(
        pool,
        new Work(Math.max(0, completions + growth + refused), run, Work.variation(times), cpu),
        completions,
        share,
        others(pool, first, samples),
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
    return Math.max(0, count) / seconds;
  }

  private static @Nullable String others(Pool pool, Pool first, long samples) {
    Map<String, Long> before = new HashMap<>();
    first.activity().blockedIn().forEach(row -> before.put(row.site(), row.count()));
    for (SiteCount row : pool.activity().blockedIn()) {
      long seen = row.count() - before.getOrDefault(row.site(), 0L);
      if (forOthers(pool, row.site()) && samples > 0 && seen >= MOSTLY * samples) {
        return row.site();
      }
    }
    return null;
  }

  /**
   * A wait that another thread ends. While workers may be idle, a wait for a queue such as the
   * pool's own is left out: it is mostly a worker that has just ended its task and waits for the
   * next.
   */
  private static boolean forOthers(Pool pool, String blockedIn) {
    String call = blockedIn.split(" at ", 2)[0];
    String queue = pool.queueType().startsWith(JDK) ? pool.queueType() : USUAL;
    boolean idle = call.equals(queue + ".take") || call.equals(queue + ".poll");
    return Pool.waitsForOthers(blockedIn) && !(idle && pool.saturatedNanos() == 0);
  }
}
