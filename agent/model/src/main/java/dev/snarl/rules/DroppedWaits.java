package dev.snarl.rules;

import dev.snarl.graph.Edge;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Threads that wait, without time-out, for tasks that executors have dropped, by their lines. Only
 * likely: whoever called {@code shutdownNow} has the tasks, and anybody may cancel them.
 */
final class DroppedWaits {
  private DroppedWaits() {}

  static List<Verdict> at(Snapshot now, double seconds) {
    Map<String, List<Wait>> bySite =
        LostWait.bySite(now, seconds, need -> need instanceof Need.Unknown it && it.dropped());
    Set<Long> awaited = bySite.isEmpty() ? Set.of() : Edge.awaited(now.waits());
    List<Verdict> verdicts = new ArrayList<>();
    bySite.forEach((site, waits) -> verdicts.add(verdict(site, waits, awaited)));
    return verdicts;
  }

  /** The time of one thread that belongs to nobody is no harm. */
  private static Severity severity(List<Wait> waits, Set<Long> awaited) {
    boolean costs =
        waits.size() > 1
            || waits.stream()
                .map(Wait::thread)
                .anyMatch(thread -> thread.pool() != null || awaited.contains(thread.id()));
    return costs ? Severity.WARNING : Severity.INFO;
  }

  private static Verdict verdict(String site, List<Wait> waits, Set<Long> awaited) {
    return new Verdict(
        "dropped tasks at " + site,
        severity(waits, awaited),
        site,
        "%s for %s, which likely nobody will run"
            .formatted(
                LostWait.who(waits),
                waits.size() == 1
                    ? "a task that its executor has dropped"
                    : "tasks that their executors have dropped"),
        LostWait.waiters(
                new Evidence().put("certainty", "likely").put("waitingThreads", waits.size()),
                waits)
            .map(),
        waits.size(),
        "A task that DiscardPolicy drops, or that shutdownNow() returns, completes no future. Cancel"
            + " what shutdownNow() returns, let the pool reject instead of discarding, and wait with"
            + " a time-out: get(time, unit).");
  }
}
