package dev.snarl.rules;

import dev.snarl.sizing.Demand;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one pool had to do in a window and how long its tasks waited, as far as counts tell.
 *
 * <p>Waits are those measured, where enough tasks were timed. Else they are estimated: a task that
 * arrives at a queue of length q, served at a rate of c, waits q / c (Little). The lengths seen in
 * the window stand for the arrivals, and their 95th percentile for the slow ones. Of a fork-join
 * pool's queue and of a scheduled pool's some is no task that is due, so there, and where nothing
 * was completed, the age of the oldest queued task stands instead.
 *
 * @param demand what it had to do
 * @param waitSeconds 95th percentile of the time in the queue
 * @param waitMeasured whether that was measured; otherwise it is an estimate
 * @param secondsToDrain until the queue is empty at this rate, infinite while it does not shrink
 */
record Load(Demand demand, double waitSeconds, boolean waitMeasured, double secondsToDrain) {
  private static final int BLOCKED_SHOWN = 3;
  private static final int ENOUGH = 20;

  static Load of(Pool pool, Timeline timeline, double windowSeconds) {
    Duration window = Duration.ofNanos((long) (windowSeconds * Figures.NANOS));
    Demand demand = Demand.of(pool, timeline, window);
    boolean timed = pool.timing().waitedLately().count() >= ENOUGH;
    boolean inTurn =
        demand.completionsPerSecond() > 0
            && pool.kind() != Kind.FORK_JOIN
            && pool.kind() != Kind.SCHEDULED;
    double estimate =
        inTurn
            ? slowLength(pool, timeline.within(window)) / demand.completionsPerSecond()
            : pool.oldestQueuedNanos() / Figures.NANOS;
    double growth = demand.growthPerSecond();
    return new Load(
        demand,
        timed ? pool.timing().waitedLately().quantileSeconds(0.95) : estimate,
        timed,
        growth < 0 ? pool.queued() / -growth : Double.POSITIVE_INFINITY);
  }

  private static double slowLength(Pool pool, List<Snapshot> window) {
    List<Integer> lengths = new ArrayList<>();
    for (Snapshot snapshot : window) {
      for (Pool then : snapshot.pools()) {
        if (then.id() == pool.id() && then.queued() >= 0) {
          lengths.add(then.queued());
        }
      }
    }
    lengths.sort(null);
    return lengths.isEmpty() ? 0 : lengths.get((int) Math.ceil(lengths.size() * 0.95) - 1);
  }

  double runSeconds() {
    return demand.work().seconds();
  }

  /** What its threads were blocked in, with its share of all samples, most first. */
  List<Map<String, Object>> blockedIn() {
    return demand.blockedIn().stream()
        .limit(BLOCKED_SHOWN)
        .map(row -> new Evidence().put("in", row.site()).number("share", demand.share(row)).map())
        .toList();
  }
}
