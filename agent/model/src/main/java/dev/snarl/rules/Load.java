package dev.snarl.rules;

import dev.snarl.snapshot.Durations;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The load and the throughput of one pool in a window, from counts and samples.
 *
 * <p>Waits and run times are measured if enough tasks were timed. Otherwise they are estimated: a
 * task that arrives at a queue of length q, served at rate c, waits q / c (Little). The observed
 * lengths represent the arrivals, and their 95th percentile the slow ones. Completions of a
 * fork-join pool are no tasks of the application, and some tasks of a scheduled pool are not due.
 * For these, and if nothing was completed, the age of the oldest queued task is used instead.
 *
 * @param arrivalsPerSecond tasks submitted, including rejected ones
 * @param completionsPerSecond tasks completed
 * @param waitSeconds 95th percentile of the time in the queue
 * @param waitMeasured whether that was measured; otherwise it is an estimate
 * @param runSeconds mean run time, 0 when unknown
 * @param cpuShare share of samples that found a busy thread on a CPU; NaN without samples
 * @param blockedIn the blocking calls of the others with their share of all samples, most frequent
 *     first
 * @param secondsToDrain until the queue is empty at this rate, infinite while it does not shrink
 * @param processors that the JVM may use
 */
record Load(
    double arrivalsPerSecond,
    double completionsPerSecond,
    double waitSeconds,
    boolean waitMeasured,
    double runSeconds,
    double cpuShare,
    List<Map<String, Object>> blockedIn,
    double secondsToDrain,
    int processors) {
  private static final int BLOCKED_SHOWN = 3;
  private static final int ENOUGH = 20;

  static Load of(Pool pool, Timeline timeline, double windowSeconds) {
    Duration age = Duration.ofNanos((long) (windowSeconds * Words.NANOS));
    List<Pool> history = new ArrayList<>();
    double seconds = 0;
    for (Snapshot snapshot : timeline.within(age)) {
      for (Pool then : snapshot.pools()) {
        if (then.id() == pool.id()) {
          if (history.isEmpty()) {
            seconds = (timeline.latest().nanos() - snapshot.nanos()) / Words.NANOS;
          }
          history.add(then);
        }
      }
    }
    Pool first = history.get(0);
    double completions =
        seconds > 0 ? Math.max(0, pool.completed() - first.completed()) / seconds : 0;
    boolean readable = seconds > 0 && pool.queued() >= 0 && first.queued() >= 0;
    double growth = readable ? (pool.queued() - first.queued()) / seconds : 0;
    double refused =
        seconds > 0 ? (pool.rejections().count() - first.rejections().count()) / seconds : 0;
    boolean countable = completions > 0 && pool.kind() != Kind.FORK_JOIN;
    double oldest = pool.oldestQueuedNanos() / Words.NANOS;
    int processors = timeline.latest().environment().processors();
    long onCpu = pool.activity().onCpu() - first.activity().onCpu();
    long blocked = pool.activity().blocked() - first.activity().blocked();
    boolean timed = pool.timing().waitedLately().count() >= ENOUGH;
    boolean inTurn = countable && pool.kind() != Kind.SCHEDULED;
    double estimate = inTurn ? slowLength(history) / completions : oldest;
    Durations ran = pool.timing().ranLately();
    return new Load(
        Math.max(0, completions + growth + refused),
        completions,
        timed ? pool.timing().waitedLately().quantileSeconds(0.95) : estimate,
        timed,
        ran.count() >= ENOUGH ? ran.meanSeconds() : countable ? pool.active() / completions : 0,
        onCpu + blocked > 0 ? (double) onCpu / (onCpu + blocked) : Double.NaN,
        blockedIn(pool, first, onCpu + blocked),
        growth < 0 ? pool.queued() / -growth : Double.POSITIVE_INFINITY,
        processors);
  }

  private static double slowLength(List<Pool> history) {
    int[] lengths = history.stream().mapToInt(Pool::queued).filter(q -> q >= 0).sorted().toArray();
    return lengths.length == 0 ? 0 : lengths[(int) Math.ceil(lengths.length * 0.95) - 1];
  }

  private static List<Map<String, Object>> blockedIn(Pool pool, Pool first, long samples) {
    Map<String, Long> before = new HashMap<>();
    first.activity().blockedIn().forEach(row -> before.put(row.site(), row.count()));
    return pool.activity().blockedIn().stream()
        .map(row -> new SiteCount(row.site(), row.count() - before.getOrDefault(row.site(), 0L)))
        .filter(row -> row.count() > 0)
        .sorted(Comparator.comparingLong(SiteCount::count).reversed())
        .limit(BLOCKED_SHOWN)
        .map(
            row ->
                new Evidence()
                    .put("in", row.site())
                    .number("share", (double) row.count() / Math.max(1, samples))
                    .map())
        .toList();
  }
}
