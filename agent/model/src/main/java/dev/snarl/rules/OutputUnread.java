package dev.snarl.rules;

import dev.snarl.snapshot.Host.Unread;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.BlockedCall;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A child process whose output nobody reads: its pipe is full, so it cannot end, and who waits for
 * its end waits for ever. Which thread waits for which child is not known; the line named is where
 * most threads of pools wait for one. Linear in snapshots and pools.
 */
final class OutputUnread implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "output-unread",
          Family.DEADLOCK,
          "a child process cannot end, since nobody reads its output",
          Cost.seconds("stillSeconds", "blocked", 0.1),
          Defaults.of("stillSeconds", 30.0, "windowSeconds", 30.0),
          Severity.WARNING,
          Severity.INFO);

  /** As {@code Process.waitFor} and {@code ProcessImpl.waitFor} are named. */
  private static final String WAITS = "java.lang.Process";

  private static final int SHOWN = 5;

  /** Where threads of a pool wait for the end of a process. */
  private record Waiting(Pool pool, String call, String site, long looks) {}

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    double still = thresholds.get("stillSeconds") * Figures.NANOS;
    List<Unread> children =
        timeline.latest().vitals().host().children().unread().stream()
            .filter(child -> child.nanos() >= still)
            .sorted(Comparator.comparingLong(Unread::nanos).reversed())
            .toList();
    if (children.isEmpty()) {
      return List.of();
    }
    Duration window = Duration.ofNanos((long) (thresholds.get("windowSeconds") * Figures.NANOS));
    List<Snapshot> seen = timeline.within(window);
    return List.of(verdict(children, waiting(seen.get(0), timeline.latest())));
  }

  /** By the looks at busy threads since. */
  private static @Nullable Waiting waiting(Snapshot before, Snapshot now) {
    Map<List<Object>, Long> old = new HashMap<>();
    for (Pool pool : before.pools()) {
      for (BlockedCall row : pool.activity().blockedIn()) {
        old.put(List.of(pool.id(), row.in()), row.count());
      }
    }
    List<Waiting> found = new ArrayList<>();
    for (Pool pool : now.pools()) {
      for (BlockedCall row : pool.activity().blockedIn()) {
        long looks = row.count() - old.getOrDefault(List.of(pool.id(), row.in()), 0L);
        if (looks > 0 && row.in().call().startsWith(WAITS)) {
          found.add(new Waiting(pool, row.in().call(), row.in().site(), looks));
        }
      }
    }
    return found.stream().max(Comparator.comparingLong(Waiting::looks)).orElse(null);
  }

  private static Verdict verdict(List<Unread> children, @Nullable Waiting waiting) {
    Unread first = children.get(0);
    String child =
        "%s (process %d) has waited %s to write to a pipe that this process does not read"
            .formatted(first.command(), first.pid(), Figures.time(first.nanos() / Figures.NANOS));
    String others =
        children.size() == 1 ? "" : ", like " + Figures.plural(children.size() - 1, "other");
    String waits =
        waiting == null
            ? ""
            : "; threads of %s wait in %s for a process to end"
                .formatted(waiting.pool().name(), Words.call(waiting.call()));
    return new Verdict(
        waiting == null ? "process" : waiting.site(),
        waiting == null ? Severity.INFO : Severity.WARNING,
        waiting == null ? "process" : waiting.site(),
        child + others + waits,
        new Evidence()
            .list("processes", children.stream().limit(SHOWN).map(Unread::pid).toList())
            .list("commands", children.stream().limit(SHOWN).map(Unread::command).toList())
            .put("children", children.size())
            .number("stillSeconds", first.nanos() / Figures.NANOS)
            .put("pool", waiting == null ? null : waiting.pool().name())
            .put("blockedIn", waiting == null ? null : waiting.call())
            .map(),
        1,
        "Read the output before waitFor(), or on another thread; or send it elsewhere:"
            + " ProcessBuilder.redirectOutput(DISCARD), redirectErrorStream(true).");
  }
}
