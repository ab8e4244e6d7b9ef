package dev.snarl.observe.tasks;

import dev.snarl.observe.sites.Look;
import dev.snarl.snapshot.LateRuns;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The late runs of one scheduler. The observer's thread only. */
final class SchedulerNotes {
  static final long LATE = 1_000_000_000L;
  private static final int PERIODS = 5;
  private static final long MISSED_EACH = 3_000_000_000L;
  private static final int MOST_SITES = 20;

  private record Kept(String keeper, String site, @Nullable String blockedIn) {}

  private final Map<Kept, long[]> kept = new HashMap<>();
  private long due;
  private boolean seen;
  private long counted;
  private String task = "";
  private long period;
  private long late;
  private long longest;
  private long runs;

  /**
   * The first task in the queue, while all threads are busy. Two looks must find the same: after a
   * stop of the whole JVM every task is late for a moment.
   *
   * @param due when it was to start, which identifies the run
   * @param lateness how long ago that was, in nanoseconds
   * @return whether it is late
   */
  boolean queued(long due, String task, long period, long lateness) {
    if (lateness < Math.max(LATE, PERIODS * period)) {
      onTime();
      return false;
    }
    if (!seen || due != this.due) {
      this.due = due;
      seen = true;
      counted = 0;
      return false;
    }
    this.task = task;
    this.period = period;
    late = lateness;
    longest = Math.max(longest, lateness);
    long missed = 1 + (lateness - LATE) / Math.max(MISSED_EACH, PERIODS * period);
    runs += Math.max(0, missed - counted);
    counted = Math.max(counted, missed);
    return true;
  }

  void onTime() {
    seen = false;
    late = 0;
  }

  /** What one of the threads does meanwhile. */
  void keptBy(String keeper, Look look) {
    Kept by = new Kept(keeper, look.site().text, look.blockedIn());
    if (kept.size() < MOST_SITES || kept.containsKey(by)) {
      kept.computeIfAbsent(by, k -> new long[1])[0]++;
    }
  }

  boolean any() {
    return runs > 0;
  }

  LateRuns record(String scheduler, int threads) {
    Kept most =
        kept.entrySet().stream()
            .max(Comparator.comparingLong(each -> each.getValue()[0]))
            .map(Map.Entry::getKey)
            .orElse(null);
    return new LateRuns(
        scheduler,
        task,
        period,
        late,
        longest,
        runs,
        most == null ? "" : most.keeper(),
        most == null ? null : most.site(),
        most == null ? null : most.blockedIn(),
        threads);
  }
}
