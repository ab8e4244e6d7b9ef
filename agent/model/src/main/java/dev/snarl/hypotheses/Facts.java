package dev.snarl.hypotheses;

import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The input of suspicions: the last minute, and the open findings. */
record Facts(Timeline timeline, List<Finding> findings) {
  private static final Duration WINDOW = Duration.ofSeconds(60);

  /** With less work than this in the window, nothing about work is refuted. */
  private static final long SOME_WORK = 20;

  Snapshot latest() {
    return timeline.latest();
  }

  /** The start of the last minute, or the oldest snapshot. */
  Snapshot start() {
    return timeline.since(WINDOW);
  }

  double seconds() {
    return (latest().nanos() - start().nanos()) / Figures.NANOS;
  }

  /** The snapshots of the last minute, oldest first. */
  List<Snapshot> minute() {
    List<Snapshot> within = timeline.within(WINDOW);
    return within.isEmpty() ? List.of(latest()) : within;
  }

  /**
   * Open findings of these rules of severity warning or critical, most severe first; also those of
   * another rule that imply the same.
   */
  List<Finding> proofs(List<String> rules) {
    List<Finding> proofs = new ArrayList<>();
    for (Severity severity : List.of(Severity.CRITICAL, Severity.WARNING)) {
      for (Finding finding : findings) {
        if (finding.severity() == severity
            && (rules.contains(finding.rule()) || rules.contains(also(finding)))) {
          proofs.add(finding);
        }
      }
    }
    return proofs;
  }

  /** The rule whose finding this one also represents; empty for most. */
  private static String also(Finding finding) {
    return finding.evidence().get("also") instanceof Map<?, ?> also
        ? String.valueOf(also.get("rule"))
        : "";
  }

  /** The growth of a sum over a table in the last minute. */
  <T> long grew(Function<Snapshot, List<T>> table, ToLongFunction<T> count) {
    return Math.max(0, sum(table.apply(latest()), count) - sum(table.apply(start()), count));
  }

  private static <T> long sum(List<T> rows, ToLongFunction<T> count) {
    return rows.stream().mapToLong(count).sum();
  }

  /** Pools that completed tasks in the last minute, with how many. */
  Map<Pool, Long> working() {
    Map<Long, Long> before = new HashMap<>();
    start().pools().forEach(pool -> before.put(pool.id(), pool.completed()));
    Map<Pool, Long> working = new HashMap<>();
    for (Pool pool : latest().pools()) {
      long done = pool.completed() - before.getOrDefault(pool.id(), 0L);
      if (done > 0) {
        working.put(pool, done);
      }
    }
    return working;
  }

  /** Whether enough was done in the last minute for its absence to mean something. */
  boolean someWork() {
    long tasks = working().values().stream().mapToLong(Long::longValue).sum();
    return tasks
            + grew(Snapshot::starts, start -> start.started())
            + grew(Snapshot::blocked, site -> site.waits())
        >= SOME_WORK;
  }
}
