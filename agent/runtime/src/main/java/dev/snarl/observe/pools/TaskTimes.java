package dev.snarl.observe.pools;

import dev.snarl.snapshot.Durations;
import dev.snarl.snapshot.Pool;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.SnarlPool;
import org.jspecify.annotations.Nullable;

/**
 * How long the tasks of one executor waited and ran, and which part of them is timed. Workers add
 * to it; all else is done on the observer's thread. A pool that runs nothing holds nothing.
 */
public final class TaskTimes {

  private static final long SECOND = 1_000_000_000L;
  private static final long STEP = 2 * SECOND;
  private static final int STEPS = 5;

  /** Up to so many tasks a second, each is timed. */
  private static final long EACH = 1_000;

  /** Of that many in a fifth of a second. */
  static final long FEW = EACH / 5;

  private static final int RAREST = 64;

  /** So many tasks in a queue are each timed; of a longer queue only a part. */
  private static final int ROOM = 512;

  private static final class Cells {
    final DurationCells waited = new DurationCells();
    final DurationCells ran = new DurationCells();
  }

  private record Step(long at, Durations waited, Durations ran) {}

  private volatile @Nullable Cells cells;
  private final ArrayDeque<Step> steps = new ArrayDeque<>();
  private Set<Object> suspects = Set.of();
  private long completed;
  private volatile @Nullable TaskTrace trace;

  void arrived(long now) {
    TaskTrace known = trace;
    if (known != null) {
      known.arrives(now);
    }
  }

  public void waited(long nanos, int tasks) {
    cells().waited.add(nanos, tasks);
    TaskTrace known = trace;
    if (known != null) {
      known.begins(nanos);
    }
  }

  public void ran(long nanos, int tasks) {
    cells().ran.add(nanos, tasks);
    TaskTrace known = trace;
    if (known != null) {
      known.ends(nanos);
    }
  }

  /** Null while none is kept. */
  @Nullable TaskTrace trace() {
    return trace;
  }

  /** The observer's thread only. */
  void keep(@Nullable TaskTrace kept) {
    trace = kept;
  }

  /** Tasks that have ended, as far as they are timed and those stand for all. */
  long runs() {
    Cells known = cells;
    return known == null ? 0 : known.ran.read().count();
  }

  private Cells cells() {
    Cells known = cells;
    if (known == null) {
      synchronized (this) { // our own, held for an allocation, once in the life of a pool
        known = cells;
        if (known == null) {
          known = new Cells();
          cells = known;
        }
      }
    }
    return known;
  }

  /** Decides which part of the tasks is timed from here on; returns tasks in a second. */
  long adjust(SnarlPool pool, long completedNow, int queued, long elapsedNanos) {
    long tasks = Math.max((long) pool.chosen * pool.every, completedNow - completed);
    completed = completedNow;
    pool.chosen = 0;
    pool.lookedAt = System.nanoTime();
    long perSecond = elapsedNanos <= 0 ? 0 : tasks * SECOND / elapsedNanos;
    int every = perSecond <= EACH ? 1 : Math.min(RAREST, ceiling(perSecond / (double) EACH));
    if (pool.crowded) {
      int room = ceiling(queued / (double) ROOM);
      pool.crowded = room > 1;
      every = Math.max(every, room);
    }
    pool.every = every;
    if (every == 1 && queued == 0) {
      pool.partial = false;
    }
    return perSecond;
  }

  /** The smallest power of two that is not smaller. */
  static int ceiling(double value) {
    int power = 1;
    while (power < value && power < 1 << 16) {
      power *= 2;
    }
    return power;
  }

  /**
   * Forgets tasks that will never begin since somebody took them out of the queue. A worker may
   * have taken one this moment, so a task must be missing twice.
   *
   * @param waiting tasks timed for a while, {@code n} of them
   * @param queued all tasks in the queue, {@code m} of them
   */
  boolean sweep(SnarlPool pool, Object[] waiting, int n, Object[] queued, int m) {
    Set<Object> here = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < m; i++) {
      here.add(queued[i]);
    }
    Set<Object> missing = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < n; i++) {
      if (!here.contains(waiting[i])) {
        if (suspects.contains(waiting[i])) {
          pool.queued.take(waiting[i]);
        } else {
          missing.add(waiting[i]);
        }
      }
    }
    suspects = missing;
    return missing.isEmpty();
  }

  void nothingWaits() {
    suspects = Set.of();
  }

  Pool.Timing timing(SnarlPool pool, long now) {
    Cells known = cells;
    if (known == null) {
      return Pool.Timing.NONE;
    }
    Durations waited = known.waited.read();
    Durations ran = known.ran.read();
    while (steps.size() > STEPS && now - steps.getFirst().at() > STEPS * STEP) {
      steps.removeFirst();
    }
    Step last = steps.peekLast();
    if (last == null || now - last.at() >= STEP) {
      steps.addLast(new Step(now, waited, ran));
    }
    Step first = steps.getFirst();
    // A pool younger than the window: all that it did lies inside.
    boolean young = steps.size() <= STEPS;
    return new Pool.Timing(
        waited,
        ran,
        young ? waited : waited.since(first.waited()),
        young ? ran : ran.since(first.ran()),
        pool.every);
  }
}
