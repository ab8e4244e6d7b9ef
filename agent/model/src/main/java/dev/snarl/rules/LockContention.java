package dev.snarl.rules;

import dev.snarl.graph.Criteria;
import dev.snarl.graph.WaitGraph;
import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.Crowds.Holder;
import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several threads that queue for a lock for much of a window, each for longer than a busy lock is
 * held. A warning if its owner is itself blocked meanwhile; if it computes, the work under the lock
 * may be all there is. Linear in the methods in which threads queue, times the snapshots of a
 * window.
 */
final class LockContention implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "lock-contention",
          Family.WASTED_THREADS,
          "several threads queue for one lock; a warning if its owner is blocked itself",
          Cost.threadSeconds("blockedSeconds", "thread-seconds blocked"),
          Defaults.of("minThreads", 3.0, "minShare", 0.5, "windowSeconds", 10.0),
          Severity.WARNING,
          Severity.INFO);

  private static final int SITES_SHOWN = 3;

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    double seconds = thresholds.get("windowSeconds");
    Window window = Window.last(timeline, seconds);
    if (window.from() == null) {
      return List.of();
    }
    List<Snapshot> looks = timeline.within(Duration.ofNanos((long) (seconds * Figures.NANOS)));
    Set<String> stuck = stuck(timeline.latest());
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<LockQueue> change : window.changes(s -> s.crowds().locks(), LockContention::key)) {
      Map<Long, LockQueue> crowded =
          crowded(thresholds.get("minThreads"), change.now().get(0), looks);
      double share = share(crowded, looks);
      Holder holder = change.now().get(0).holder();
      // The JVM names each owner of a monitor: until one was seen, nothing is known of this queue.
      boolean never =
          holder == null ? change.now().get(0).monitor() : stuck.contains(holder.thread());
      if (share >= thresholds.get("minShare") && !never) {
        boolean harm =
            holder != null
                && holder.blockedIn() != null
                && !StandBy.is(change.now().get(0), timeline.latest(), window);
        verdicts.add(verdict(change, harm, crowded, share, window));
      }
    }
    return verdicts;
  }

  /** The threads in a deadlock, and behind one: what they hold nobody can hold for less. */
  private static Set<String> stuck(Snapshot now) {
    WaitGraph graph = new WaitGraph(now, Criteria.proof(Criteria.MIN_BLOCKED_SECONDS).likely());
    return now.waits().stream()
        .map(Wait::thread)
        .filter(thread -> graph.stuck(thread.id()))
        .map(ThreadRef::group)
        .collect(Collectors.toSet());
  }

  private static String key(LockQueue queue) {
    return queue.method() + " waits for " + (queue.monitor() ? "a monitor" : queue.lock());
  }

  /** The queue at each look that found this many threads in it, by the time of the look. */
  private static Map<Long, LockQueue> crowded(
      double threads, LockQueue queue, List<Snapshot> looks) {
    String key = key(queue);
    Map<Long, LockQueue> crowded = new HashMap<>();
    for (Snapshot look : looks) {
      for (LockQueue row : look.crowds().locks()) {
        if (row.threads() >= threads && key(row).equals(key)) {
          crowded.put(look.nanos(), row);
        }
      }
    }
    return crowded;
  }

  /** Of the time, since looks are not evenly spaced: each stands for the time before it. */
  private static double share(Map<Long, LockQueue> crowded, List<Snapshot> looks) {
    long nanos = 0;
    for (int i = 1; i < looks.size(); i++) {
      if (crowded.containsKey(looks.get(i).nanos())) {
        nanos += looks.get(i).nanos() - looks.get(i - 1).nanos();
      }
    }
    return (double) nanos / Math.max(1, looks.get(looks.size() - 1).nanos() - looks.get(0).nanos());
  }

  private static Verdict verdict(
      Change<LockQueue> change,
      boolean harm,
      Map<Long, LockQueue> crowded,
      double share,
      Window window) {
    LockQueue queue = change.now().get(0);
    Holder holder = queue.holder();
    double threads = crowded.values().stream().mapToInt(LockQueue::threads).average().orElse(0);
    return new Verdict(
        key(queue),
        harm ? Severity.WARNING : Severity.INFO,
        queue.site(),
        "%s queue for a %s in %s, during %s of %s"
            .formatted(
                Figures.plural(Math.round(threads), "thread"),
                queue.monitor() ? "monitor" : Words.type(queue.lock()),
                Words.call(queue.method()),
                Figures.percent(share),
                Figures.time(window.seconds())),
        new Evidence()
            .put("lock", queue.monitor() ? "monitor" : queue.lock())
            .put("lockClass", queue.lock())
            .put("blockedIn", queue.blockedIn())
            .put("threads", queue.threads())
            .number("meanThreads", threads)
            .number("share", share)
            .number("blockedSeconds", change.seconds(LockQueue::nanos))
            .list("waiters", waiters(queue))
            .put("heldBy", holder == null ? null : holder.thread())
            .put("heldAt", holder == null ? null : holder.site())
            .put("holderBlockedIn", holder == null ? null : holder.blockedIn())
            .put("holderWaitsFor", holder == null ? null : holder.input())
            .put("holderSeen", holder == null ? null : holder.samples())
            .put("samples", change.of(LockQueue::samples))
            .number("windowSeconds", window.seconds())
            .map(),
        Math.round(threads),
        remedy(holder));
  }

  private static List<Map<String, Object>> waiters(LockQueue queue) {
    return queue.sites().stream()
        .limit(SITES_SHOWN)
        .map(row -> waiter(row, queue.samples()))
        .toList();
  }

  private static Map<String, Object> waiter(SiteCount row, long samples) {
    return new Evidence()
        .put("site", row.site())
        .number("share", (double) row.count() / Math.max(1, samples))
        .map();
  }

  private static String remedy(@Nullable Holder holder) {
    String slow =
        holder == null || holder.blockedIn() == null
            ? "Hold the lock for less: no call to a network, a disk or another lock inside it."
            : "The owner of the lock waits in %s%s: do that before or after, not inside it."
                .formatted(Words.call(holder.blockedIn()), Words.at(holder.site()));
    return slow
        + " Then share less: a concurrent collection instead of a lock around a plain one, a lock"
        + " for each part of the data, a read lock where most only read. More threads would only"
        + " lengthen the queue.";
  }
}
