package dev.snarl.observe;

import java.util.concurrent.SnarlPool;

/**
 * Tasks that want certain places in an executor's table, which their identity hash codes choose.
 */
final class TaskPlaces {
  /** How many places a table has at first, and once it has grown. */
  static final int SMALL = 64;

  private static final int LARGER = 256;

  private TaskPlaces() {}

  private static Object wanting(int place, int of) {
    while (true) {
      Object task = new Object();
      if ((System.identityHashCode(task) & (of - 1)) == place) {
        return task;
      }
    }
  }

  /** Another task that wants the same place, also once the table has grown. */
  static Object like(Object task) {
    return wanting(System.identityHashCode(task) & (LARGER - 1), LARGER);
  }

  /** Tasks that fill a small table, each in the place that it wants. */
  static Object[] oneForEach() {
    Object[] tasks = new Object[SMALL];
    for (int i = 0; i < SMALL; i++) {
      tasks[i] = wanting(i, SMALL);
    }
    return tasks;
  }

  /** Whether the pool's table holds the task. */
  static boolean has(SnarlPool pool, Object task) {
    Object[] left = new Object[LARGER];
    int n = pool.queued.older(System.nanoTime() + 1_000_000_000L, left);
    for (int i = 0; i < n; i++) {
      if (left[i] == task) {
        return true;
      }
    }
    return false;
  }
}
