package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.Crowds.Holder;
import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.snapshot.Profile.SiteWait;
import dev.snarl.snapshot.Profile.WaitKind;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Many threads that queue for a lock continuously. Linear in the methods in which threads queue,
 * times the snapshots of a window.
 */
final class LockContention implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "lock-contention",
          Family.WASTED_THREADS,
          "many threads queue for one lock",
          Cost.perWindow("blockedSeconds", "thread-seconds blocked"),
          Defaults.of("minThreads", 8.0, "minShare", 0.7, "windowSeconds", 10.0),
          Severity.WARNING);

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
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<LockQueue> change : window.changes(s -> s.crowds().locks(), LockContention::key)) {
      LockQueue queue = change.now().get(0);
      double mean = change.seconds(LockQueue::nanos) / window.seconds();
      if (mean >= thresholds.get("minThreads")
          && shareWith(thresholds.get("minThreads"), queue, looks) >= thresholds.get("minShare")) {
        verdicts.add(verdict(change, mean, window));
      }
    }
    return verdicts;
  }

  private static String key(LockQueue queue) {
    return queue.method() + " waits for " + (queue.lock() == null ? "a monitor" : queue.lock());
  }

  /** The number of looks that found this many threads in the queue. */
  private static double shareWith(double threads, LockQueue queue, List<Snapshot> looks) {
    String key = key(queue);
    long with =
        looks.stream()
            .flatMap(look -> look.crowds().locks().stream())
            .filter(row -> row.threads() >= threads && key(row).equals(key))
            .count();
    return (double) with / looks.size();
  }

  private static Verdict verdict(Change<LockQueue> change, double mean, Window window) {
    LockQueue queue = change.now().get(0);
    String recorded = queue.lock() == null ? monitorClass(queue, window.to()) : null;
    Holder holder = queue.holder();
    return new Verdict(
        key(queue),
        Severity.WARNING,
        queue.site(),
        "%s queue for a %s in %s, on average over %s"
            .formatted(
                Figures.plural(Math.round(mean), "thread"),
                queue.lock() == null ? "monitor" : Words.type(queue.lock()),
                Words.call(queue.method()),
                Figures.time(window.seconds())),
        new Evidence()
            .put("lock", queue.lock() == null ? "monitor" : queue.lock())
            .put("lockClass", recorded)
            .put("blockedIn", queue.blockedIn())
            .put("threads", queue.threads())
            .number("meanThreads", mean)
            .number("blockedSeconds", change.seconds(LockQueue::nanos))
            .list("waiters", waiters(queue))
            .put("heldBy", holder == null ? null : holder.thread())
            .put("heldAt", holder == null ? null : holder.site())
            .put("holderBlockedIn", holder == null ? null : holder.blockedIn())
            .put("holderSeen", holder == null ? null : holder.samples())
            .put("holderCertainty", holder == null ? null : holder.proved() ? "proved" : "likely")
            .put("samples", change.of(LockQueue::samples))
            .number("windowSeconds", window.seconds())
            .map(),
        Math.round(mean),
        remedy(holder));
  }

  /** From the flight recorder, for the same line; it reports waits that have ended. */
  private static @Nullable String monitorClass(LockQueue queue, Snapshot now) {
    return now.vitals().profile().waits().stream()
        .filter(wait -> wait.kind() == WaitKind.MONITOR && wait.site().equals(queue.site()))
        .map(SiteWait::target)
        .filter(target -> !target.isEmpty())
        .findFirst()
        .orElse(null);
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
