package dev.snarl.observe.pools;

import dev.snarl.observe.live.Tick;
import dev.snarl.observe.sites.Cells;
import dev.snarl.snapshot.Crowds.ThreadRise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SnarlPoolLens;
import org.jspecify.annotations.Nullable;

/**
 * How the number of living threads that one line has started has risen since it last fell. Kept are
 * up to nine numbers at equal distances of time: when there are more, every second is dropped and
 * the distance doubles. The observer's thread only.
 */
final class Rise {

  private static final int MOST_POINTS = 8;
  private static final long FIRST_STEP = 25 * Tick.NANOS;

  /** A fall by less than this, or than a twentieth, is none. */
  private static final int HARDLY = 10;

  private final Cells.Start start;
  private final List<Integer> points = new ArrayList<>();
  private long step;
  private long lastPoint;
  private long startedBefore;
  private long completedBefore;
  private int peak;

  // As of the pass that goes on, or the last one.
  private int live;
  private int waiting;
  private int ofOnePool;
  private long completedByThem;
  private long completed;

  Rise(Cells.Start start) {
    this.start = start;
  }

  void beginPass() {
    live = 0;
    waiting = 0;
    ofOnePool = 0;
    completedByThem = 0;
  }

  /**
   * Whose worker it is, and what it has completed, is read from the thread itself: the pool's list
   * of workers is behind a lock, and on a busy machine what was last read there may be seconds old.
   */
  void count(Thread thread, boolean waits) {
    live++;
    waiting += waits ? 1 : 0;
    Known pool = pool();
    Object executor = pool == null ? null : SnarlPoolLens.executorOf(thread);
    if (pool != null && executor != null && pool.refersTo(executor)) {
      ofOnePool++;
      completedByThem += Math.max(0, SnarlPoolLens.completedBy(thread));
    }
  }

  void endPass(long now) {
    Known pool = pool();
    long known = pool == null ? 0 : pool.notes.completed;
    completed = Math.max(completed, Math.max(known, completedByThem));
    if (points.isEmpty() || live < peak - Math.max(HARDLY, peak / 20)) {
      begin(now);
    } else if (now - lastPoint >= step) {
      points.add(live);
      lastPoint = now;
      thin();
    }
    peak = Math.max(peak, live);
  }

  private void begin(long now) {
    points.clear();
    points.add(live);
    step = FIRST_STEP;
    lastPoint = now;
    startedBefore = start.started.get();
    completedBefore = completed;
    peak = live;
  }

  private void thin() {
    if (points.size() > MOST_POINTS) {
      for (int i = points.size() - 2; i > 0; i -= 2) {
        points.remove(i);
      }
      step *= 2;
    }
  }

  private @Nullable Known pool() {
    return start.pool instanceof Known known ? known : null;
  }

  ThreadRise record() {
    Known pool = ofOnePool >= 0.9 * live ? pool() : null;
    Object executor = pool == null ? null : pool.get();
    return new ThreadRise(
        start.key.site().text,
        start.key.factory(),
        start.group,
        pool == null ? null : pool.notes.name,
        executor == null ? Integer.MAX_VALUE : PoolTypes.of(executor).max(executor),
        completed - completedBefore,
        live,
        waiting,
        (points.size() - 1) * step,
        points,
        start.started.get() - startedBefore);
  }

  int live() {
    return live;
  }
}
