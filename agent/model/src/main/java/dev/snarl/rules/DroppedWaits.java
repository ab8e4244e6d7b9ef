package dev.snarl.rules;

import dev.snarl.graph.Edge;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Threads that wait, without time-out, for tasks that executors have dropped, by their lines. Only
 * likely: whoever called {@code shutdownNow} has the tasks, and anybody may cancel them.
 */
final class DroppedWaits {
  private static final int SHOWN = 5;

  private DroppedWaits() {}

  static List<Verdict> at(Snapshot now, double seconds) {
    Map<String, List<Wait>> bySite = new LinkedHashMap<>();
    for (Wait wait : now.waits()) {
      if (wait.need() instanceof Need.Unknown need
          && need.dropped()
          && !wait.timed()
          && wait.blockedNanos() >= seconds * Figures.NANOS) {
        String site = Objects.requireNonNullElse(wait.site(), "process");
        bySite.computeIfAbsent(site, key -> new ArrayList<>()).add(wait);
      }
    }
    List<Verdict> verdicts = new ArrayList<>();
    bySite.forEach((site, waits) -> verdicts.add(verdict(site, waits, now)));
    return verdicts;
  }

  /** The time of one thread that belongs to nobody is no harm. */
  private static Severity severity(List<Wait> waits, Snapshot now) {
    Set<Long> needed = Edge.awaited(now.waits());
    boolean awaited = waits.stream().anyMatch(wait -> needed.contains(wait.thread().id()));
    boolean pooled = waits.stream().anyMatch(wait -> wait.thread().pool() != null);
    return waits.size() > 1 || awaited || pooled ? Severity.WARNING : Severity.INFO;
  }

  private static Verdict verdict(String site, List<Wait> waits, Snapshot now) {
    return new Verdict(
        "dropped tasks at " + site,
        severity(waits, now),
        site,
        "%s for %s, which likely nobody will run"
            .formatted(
                waits.size() == 1
                    ? waits.get(0).thread().name() + " waits"
                    : waits.size() + " threads wait",
                waits.size() == 1
                    ? "a task that its executor has dropped"
                    : "tasks that their executors have dropped"),
        new Evidence()
            .put("certainty", "likely")
            .put("waitingThreads", waits.size())
            .list("waiters", waits.stream().limit(SHOWN).map(wait -> wait.thread().name()).toList())
            .number(
                "blockedSeconds",
                waits.stream().mapToLong(Wait::blockedNanos).max().orElse(0) / Figures.NANOS)
            .map(),
        waits.size(),
        "A task that DiscardPolicy drops, or that shutdownNow() returns, completes no future. Cancel"
            + " what shutdownNow() returns, let the pool reject instead of discarding, and wait with"
            + " a time-out: get(time, unit).");
  }
}
