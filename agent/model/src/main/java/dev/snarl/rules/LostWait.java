package dev.snarl.rules;

import dev.snarl.graph.Criteria;
import dev.snarl.graph.WaitGraph;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait, without time-out, for what nobody will ever do: give back a lock whose owner
 * has ended, or whose owner, a worker of a pool, has ended the task that took it; run a task that
 * its executor has dropped; or do what a thread or task did that has ended. One verdict for each
 * such lock, and each line of the others. Needs one snapshot; linear in its waits.
 */
final class LostWait implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "lost-wait",
          Family.DEADLOCK,
          "threads wait for a lock that nobody will give back, or for what has ended or was dropped",
          Cost.threads("waitingThreads", "threads wait for ever", 10.0),
          Defaults.of("minBlockedSeconds", 1.0, "droppedSeconds", 10.0, "goneSeconds", 10.0),
          Severity.CRITICAL,
          Severity.WARNING,
          Severity.INFO);

  private static final int SHOWN = 5;

  /** Those that wait for one lock. */
  private record Lost(Need.Held lock, List<Wait> waits, long behind) {
    boolean proved() {
      return lock.certainty() == Certainty.PROVED;
    }

    /** Whether anything is lost but the time of one thread that belongs to nobody. */
    boolean costs() {
      return waits.size() > 1
          || behind > 0
          || waits.stream().anyMatch(wait -> wait.thread().pool() != null);
    }

    Severity severity() {
      return !costs() ? Severity.INFO : proved() ? Severity.CRITICAL : Severity.WARNING;
    }
  }

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Snapshot now = timeline.latest();
    double seconds = thresholds.get("minBlockedSeconds");
    Map<String, List<Wait>> byLock = new LinkedHashMap<>();
    for (Wait wait : now.waits()) {
      Need.Held lock = left(wait);
      if (lock != null && lasts(wait, seconds)) {
        String key = lock.task() + " left by " + lock.thread().group() + " for " + wait.site();
        byLock.computeIfAbsent(key, each -> new ArrayList<>()).add(wait);
      }
    }
    List<Verdict> verdicts = new ArrayList<>();
    byLock.forEach((key, waits) -> verdicts.add(verdict(key, lost(waits, now, seconds))));
    verdicts.addAll(DroppedWaits.at(now, thresholds.get("droppedSeconds")));
    verdicts.addAll(GoneWaits.at(now, thresholds.get("goneSeconds")));
    return verdicts;
  }

  private static Need.@Nullable Held left(Wait wait) {
    return wait.need() instanceof Need.Held held && held.never() ? held : null;
  }

  private static Lost lost(List<Wait> waits, Snapshot now, double seconds) {
    WaitGraph graph = new WaitGraph(now, Criteria.proof(seconds).likely());
    Need.Held lock = Objects.requireNonNull(left(waits.get(0)));
    long all =
        now.waits().stream()
            .filter(wait -> graph.end(wait.thread().id()) == lock.thread().id())
            .count();
    return new Lost(lock, waits, Math.max(0, all - waits.size()));
  }

  private static Verdict verdict(String key, Lost lost) {
    List<Wait> waits = lost.waits;
    String owner = lost.lock.thread().name();
    return new Verdict(
        key,
        lost.severity(),
        Objects.requireNonNullElse(waits.get(0).site(), "process"),
        "%s for a %s that %s holds, %s"
            .formatted(
                who(waits),
                Words.type(lost.lock.task()),
                owner,
                lost.proved()
                    ? "a thread that has ended: nobody can give it back"
                    : "a worker that has nothing to do: it likely forgot to give it back"),
        waiters(
                new Evidence()
                    .put("lock", lost.lock.task())
                    .put("owner", owner)
                    .put("certainty", lost.lock.certainty().label())
                    .put("waitingThreads", waits.size())
                    .put("alsoWaiting", lost.behind),
                waits)
            .map(),
        waits.size(),
        "Nothing but a restart gives the lock back. Then call unlock() in a finally block that"
            + " begins right after lock().");
  }

  /** Waits for this long at least and without time-out, whose need is such, by their lines. */
  static Map<String, List<Wait>> bySite(Snapshot now, double seconds, Predicate<Need> such) {
    Map<String, List<Wait>> bySite = new LinkedHashMap<>();
    for (Wait wait : now.waits()) {
      if (such.test(wait.need()) && lasts(wait, seconds)) {
        String site = Objects.requireNonNullElse(wait.site(), "process");
        bySite.computeIfAbsent(site, key -> new ArrayList<>()).add(wait);
      }
    }
    return bySite;
  }

  private static boolean lasts(Wait wait, double seconds) {
    return !wait.timed() && wait.blockedNanos() >= seconds * Figures.NANOS;
  }

  /** The beginning of a title. */
  static String who(List<Wait> waits) {
    return waits.size() == 1
        ? waits.get(0).thread().name() + " waits"
        : waits.size() + " threads wait";
  }

  /** Adds who waits, and for how long. */
  static Evidence waiters(Evidence evidence, List<Wait> waits) {
    return evidence
        .list("waiters", waits.stream().limit(SHOWN).map(wait -> wait.thread().name()).toList())
        .number(
            "blockedSeconds",
            waits.stream().mapToLong(Wait::blockedNanos).max().orElse(0) / Figures.NANOS);
  }
}
