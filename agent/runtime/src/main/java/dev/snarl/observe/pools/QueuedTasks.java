package dev.snarl.observe.pools;

import java.util.Arrays;

/** The tasks in a pool's queue, in one array for all of them. The observer's thread only. */
public final class QueuedTasks {

  private final Object[] queued = new Object[10_000];

  /** The first of those copied last; {@link #clear} it. */
  public Object[] all() {
    return queued;
  }

  /** Returns how many there are, up to 10,000. */
  public int copy(Object executor) {
    return PoolTypes.of(executor).copyTasks(executor, queued);
  }

  public void clear(int n) {
    Arrays.fill(queued, 0, n, null);
  }
}
