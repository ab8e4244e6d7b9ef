package dev.snarl.rules;

import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What happened in the last seconds, as differences of the agent's cumulative counts. It is never
 * longer than requested, so a threshold "in 10 s" never counts an eleventh second. While the agent
 * is younger than the window, all of its counts are inside.
 *
 * @param from where the window starts, null while the agent is younger than that
 * @param to the latest snapshot
 * @param seconds its length
 */
record Window(@Nullable Snapshot from, Snapshot to, double seconds) {

  static Window last(Timeline timeline, double seconds) {
    Duration age = Duration.ofNanos((long) (seconds * Figures.NANOS));
    Snapshot to = timeline.latest();
    Snapshot oldest = timeline.within(age).get(0);
    boolean full = timeline.before(age).isPresent();
    long between = to.nanos() - oldest.nanos();
    long nanos = full ? between : Math.max(between, to.environment().observedNanos());
    double length = nanos / Figures.NANOS;
    return new Window(full ? oldest : null, to, length > 0 ? length : seconds);
  }

  /** The rows of one table, together when they have the same key, as they changed in the window. */
  <T> List<Change<T>> changes(Function<Snapshot, List<T>> table, Function<T, ?> key) {
    Map<Object, Change<T>> changes = new LinkedHashMap<>();
    for (T row : table.apply(to)) {
      changes
          .computeIfAbsent(key.apply(row), k -> new Change<>(new ArrayList<>(), new ArrayList<>()))
          .now()
          .add(row);
    }
    if (from != null) {
      for (T row : table.apply(from)) {
        Change<T> change = changes.get(key.apply(row));
        if (change != null) {
          change.before().add(row);
        }
      }
    }
    return List.copyOf(changes.values());
  }

  /**
   * Rows of one key.
   *
   * @param now at the end of the window, never empty
   * @param before at its start
   */
  record Change<T>(List<T> now, List<T> before) {
    /** The growth of a count; never negative, because a dropped key starts again at zero. */
    long of(ToLongFunction<T> count) {
      long sum = 0;
      for (T row : now) {
        sum += count.applyAsLong(row);
      }
      for (T row : before) {
        sum -= count.applyAsLong(row);
      }
      return Math.max(0, sum);
    }

    double seconds(ToLongFunction<T> nanos) {
      return of(nanos) / Figures.NANOS;
    }

    /** The row to show. */
    T largest(ToLongFunction<T> count) {
      T largest = now.get(0);
      for (T row : now) {
        if (count.applyAsLong(row) > count.applyAsLong(largest)) {
          largest = row;
        }
      }
      return largest;
    }
  }
}
