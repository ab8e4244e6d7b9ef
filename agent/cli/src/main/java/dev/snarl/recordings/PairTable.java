package dev.snarl.recordings;

import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.threads.Matching;
import dev.snarl.threads.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Two threads held for one job, over the moments of a recording. A worker whose wait ended after
 * the waiter's ran another task; which of the others it is stays likely.
 */
final class PairTable {
  private static final long GAP = 5_000_000_000L;

  /** A woken waiter may have been recorded a moment before the end of the worker's wait. */
  private static final long LATE = 5_000_000L;

  private static final class Row {
    final View waiter;
    final View worker;
    final Set<Interval> seen = new HashSet<>();
    long waits;
    long held;
    long since;
    long last;

    Row(View waiter, View worker, long at) {
      this.waiter = waiter;
      this.worker = worker;
      this.since = at;
    }
  }

  private final Matching matching = new Matching();
  private final Map<String, Row> rows = new LinkedHashMap<>();
  private final Children children;

  PairTable(Recording recording) {
    children = new Children(recording);
  }

  /** Learns from a moment which lines wait for several tasks at a time. */
  void look(Moment moment) {
    matching.of(moment.views(), view -> false);
  }

  /**
   * The next moment.
   *
   * @param nanos for which it stands
   * @return by the number of a waiter, that of the thread that runs its task
   */
  Map<Long, Long> add(Moment moment, long nanos) {
    Map<Long, Long> workers = new HashMap<>();
    for (Matching.Match match : matching.of(moment.views(), view -> false)) {
      if (!match.fanOut()) {
        pairs(match, moment, nanos, workers);
      }
    }
    for (Interval wait : moment.waits().values()) {
      long child = children.joined(wait, moment.at());
      Interval blocked = child < 0 ? null : moment.of(child);
      if (blocked != null && blocked.view().platform() && wait.view().platform()) {
        workers.put(wait.thread(), child);
        add(wait, blocked.view(), moment.at(), nanos);
      }
    }
    return workers;
  }

  private void pairs(Matching.Match match, Moment moment, long nanos, Map<Long, Long> workers) {
    List<View> free = new ArrayList<>(match.workers());
    int pairs = 0;
    for (View waiter : match.waiters()) {
      Interval waits = moment.of(waiter.thread().id());
      View worker = waits == null || pairs == match.pairs() ? null : worker(waits, free, moment);
      if (waits != null && worker != null) {
        free.remove(worker);
        pairs++;
        workers.put(waits.thread(), worker.thread().id());
        add(waits, worker, moment.at(), nanos);
      }
    }
  }

  /** Of those whose wait ended in time the last, as its end comes before the waiter's. */
  private static @Nullable View worker(Interval waits, List<View> free, Moment moment) {
    View best = null;
    long latest = Long.MIN_VALUE;
    for (View each : free) {
      Interval blocked = moment.of(each.thread().id());
      boolean inTime =
          blocked != null && (waits.view().timed() || blocked.to() <= waits.to() + LATE);
      if (blocked != null && inTime && blocked.to() > latest) {
        best = each;
        latest = blocked.to();
      }
    }
    return best;
  }

  private void add(Interval waits, View worker, long at, long nanos) {
    String key = waits.view().siteText() + " for " + worker.siteText();
    Row row = rows.computeIfAbsent(key, k -> new Row(waits.view(), worker, at));
    if (at - row.last > GAP) {
      row.since = at;
    }
    row.last = at;
    row.held += nanos;
    if (row.seen.add(waits)) {
      row.waits++;
      row.seen.removeIf(old -> old.to() < at);
    }
  }

  List<DoubleHeld> rows() {
    List<DoubleHeld> held = new ArrayList<>();
    for (Row row : rows.values()) {
      View waiter = row.waiter;
      View worker = row.worker;
      held.add(
          new DoubleHeld(
              waiter.siteText(),
              worker.siteText(),
              waiter.pool(),
              worker.taskPool(),
              waiter.call(),
              worker.blockedIn(),
              worker.worker() ? "pool" : "new thread",
              row.waits,
              row.held,
              row.last - row.since,
              waiter.thread().label(),
              worker.thread().label(),
              Certainty.LIKELY));
    }
    return held;
  }
}
