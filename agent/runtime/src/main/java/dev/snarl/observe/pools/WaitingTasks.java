package dev.snarl.observe.pools;

import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * The tasks that were seen to wait in a {@link Limiter}, and since when: for want of a hook where
 * they leave it, those that are gone have left. The observer's thread only.
 */
final class WaitingTasks {
  private static final int MOST = 1_000;
  private static final Object[] COPIED = new Object[MOST];

  private IdentityHashMap<Object, Long> since = new IdentityHashMap<>();

  /** Takes who waits first, and counts who has left. */
  void look(Limiter limiter, Object executor, PoolNotes notes, long now) {
    int n = limiter.waiting(executor, COPIED);
    if (n >= 0) {
      IdentityHashMap<Object, Long> still = new IdentityHashMap<>();
      for (int i = 0; i < n; i++) {
        still.put(COPIED[i], since.getOrDefault(COPIED[i], now));
      }
      since.keySet().removeAll(still.keySet());
      notes.completed += since.size();
      since = still;
      Object oldest = n == 0 ? null : COPIED[0];
      notes.oldestTask = oldest;
      notes.oldestSince = oldest == null ? now : still.get(oldest);
    }
    Arrays.fill(COPIED, 0, n < 0 ? MOST : n, null);
  }
}
