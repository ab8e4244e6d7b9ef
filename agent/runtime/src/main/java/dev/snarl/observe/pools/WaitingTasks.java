package dev.snarl.observe.pools;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The tasks that were seen to wait in a {@link Limiter}, and since when: for want of a hook where
 * they leave it, those that are gone have left. Tasks are held weakly, since most know the executor
 * that they wait for. The observer's thread only.
 */
final class WaitingTasks {
  private static final int MOST = 1_000;
  private static final Object[] COPIED = new Object[MOST];

  private static final class Waiting extends WeakReference<Object> {
    final long since;

    Waiting(Object task, long since) {
      super(task);
      this.since = since;
    }
  }

  private List<Waiting> waiting = List.of();

  /** Takes who waits first, and counts who has left. */
  void look(Limiter limiter, Object executor, PoolNotes notes, long now) {
    int n = limiter.waiting(executor, COPIED);
    if (n >= 0) {
      IdentityHashMap<Object, Waiting> before = new IdentityHashMap<>();
      for (Waiting one : waiting) {
        Object task = one.get();
        if (task != null) {
          before.put(task, one);
        }
      }
      int left = waiting.size();
      List<Waiting> still = new ArrayList<>(n);
      for (int i = 0; i < n; i++) {
        Waiting known = before.remove(COPIED[i]);
        left -= known == null ? 0 : 1;
        still.add(known == null ? new Waiting(COPIED[i], now) : known);
      }
      notes.completed += left;
      waiting = still;
      notes.oldestTask(n == 0 ? null : COPIED[0]);
      notes.oldestSince = n == 0 ? now : still.get(0).since;
    }
    Arrays.fill(COPIED, 0, n < 0 ? MOST : n, null);
  }
}
