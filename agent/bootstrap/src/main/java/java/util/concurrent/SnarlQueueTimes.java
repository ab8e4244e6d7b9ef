package java.util.concurrent;

import java.util.concurrent.atomic.AtomicReferenceArray;
import jdk.internal.misc.Unsafe;

/**
 * When the tasks in an executor's queue were submitted: a table by identity, of those that are
 * timed. Threads that submit, workers and the observer use it at the same time, without a lock. It
 * allocates only when it grows. The rules of {@link SnarlProbe} hold.
 */
public final class SnarlQueueTimes {

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long FARTHEST = U.objectFieldOffset(SnarlQueueTimes.class, "farthest");

  /** Entries of a new table. */
  static final int SMALL = 64;

  private static final int PROBES = 512;

  /** So many submissions of one and the same object are told apart. */
  private static final int SAME = 256;

  /** What {@link #put} answers. */
  static final int STORED = 0;

  static final int FULL = 1;

  /** The same object is there too often to tell its submissions apart. */
  static final int REPEATED = 2;

  /**
   * The tasks, at their hash or after it, and as the last element a {@code long[]} with two values
   * for each: when it was submitted, in nanoTime, and how many tasks it stands for, negative if the
   * same object is there more than once. Null until the first task.
   */
  volatile AtomicReferenceArray<Object> table;

  /** No entry is further from its place than this: see {@link #raise} and {@link #older}. */
  private volatile int farthest;

  /** When the first of the tasks was submitted that the last look found; the observer's. */
  public long oldest;

  SnarlQueueTimes() {}

  /** How many entries the table has room for. */
  int size() {
    AtomicReferenceArray<Object> entries = table;
    return entries == null ? SMALL : entries.length() - 1;
  }

  int put(Object task, long now, long weight) {
    AtomicReferenceArray<Object> entries = table;
    if (entries == null) {
      entries = table = fresh(SMALL);
    }
    return put(entries, task, now, weight, SAME);
  }

  private int put(
      AtomicReferenceArray<Object> entries, Object task, long now, long weight, int most) {
    int n = entries.length() - 1;
    int home = System.identityHashCode(task) & (n - 1);
    int probes = Math.min(n, PROBES);
    long[] data = (long[]) entries.getPlain(n);
    int same = 0;
    for (int i = 0; i < probes; i++) {
      int at = (home + i) & (n - 1);
      Object there = entries.get(at);
      if (there == task) {
        data[2 * at + 1] = -Math.abs(data[2 * at + 1]);
        if (++same == most) {
          return REPEATED;
        }
      } else if (there == null) {
        // The values first: whoever finds the task finds them.
        if (entries.compareAndSet(at, null, entries)) { // reserved by what no task can be
          data[2 * at] = now;
          data[2 * at + 1] = same > 0 ? -weight : weight;
          entries.set(at, task);
          raise(i); // after the task is there: see older
          return STORED;
        }
      }
    }
    return FULL;
  }

  /** Never to a smaller value, however many submitters do it at the same time. */
  private void raise(int distance) {
    int before = farthest;
    while (distance > before && !U.compareAndSetInt(this, FARTHEST, before, distance)) {
      before = farthest;
    }
  }

  /** Where the task's oldest entry is, or -1. */
  int find(Object task) {
    AtomicReferenceArray<Object> entries = table;
    if (entries == null) {
      return -1;
    }
    int n = entries.length() - 1;
    int home = System.identityHashCode(task) & (n - 1);
    long[] data = (long[]) entries.getPlain(n);
    int oldest = -1;
    int last = farthest;
    for (int i = 0; i <= last; i++) {
      int at = (home + i) & (n - 1);
      if (entries.get(at) == task && (oldest < 0 || data[2 * at] - data[2 * oldest] < 0)) {
        oldest = at;
      }
    }
    return oldest;
  }

  /** Takes the task's oldest entry out: it will never begin. */
  public void take(Object task) {
    int at = find(task);
    AtomicReferenceArray<Object> entries = table;
    if (at >= 0 && entries != null && at < entries.length() - 1) {
      entries.compareAndSet(at, task, null);
    }
  }

  private static AtomicReferenceArray<Object> fresh(int size) {
    AtomicReferenceArray<Object> entries = new AtomicReferenceArray<>(size + 1);
    entries.setPlain(size, new long[2 * size]);
    return entries;
  }

  /**
   * Four times the size; returns the number of entries gained. What others put into the old table
   * meanwhile is not timed.
   */
  int grow() {
    AtomicReferenceArray<Object> old = table;
    if (old == null) {
      return 0;
    }
    int n = old.length() - 1;
    AtomicReferenceArray<Object> larger = fresh(4 * n);
    long[] data = (long[]) old.getPlain(n);
    for (int i = 0; i < n; i++) {
      Object task = old.get(i);
      if (task != null && task != old) {
        long weight = Math.abs(data[2 * i + 1]); // put finds the sign again
        put(larger, task, data[2 * i], weight, Integer.MAX_VALUE);
      }
    }
    int far = spread(larger);
    if (table != old) {
      return 0;
    }
    table = larger;
    raise(far); // again, since the observer may have looked at the old one only
    return 3 * n;
  }

  /** How far from its place the entry is that is furthest. */
  private static int spread(AtomicReferenceArray<Object> entries) {
    int n = entries.length() - 1;
    int far = 0;
    for (int i = 0; i < n; i++) {
      Object task = entries.get(i);
      if (task != null && task != entries) {
        far = Math.max(far, (i - System.identityHashCode(task)) & (n - 1));
      }
    }
    return far;
  }

  /** Takes all entries of the task out. */
  void forget(Object task) {
    AtomicReferenceArray<Object> entries = table;
    for (int i = 0; entries != null && i < entries.length() - 1; i++) {
      entries.compareAndSet(i, task, null);
    }
  }

  /**
   * Drops half of the entries by chance, and all of those that are there more than once; each of
   * the others counts for two.
   */
  void thin() {
    AtomicReferenceArray<Object> entries = table;
    if (entries == null) {
      return;
    }
    int n = entries.length() - 1;
    long[] data = (long[]) entries.getPlain(n);
    for (int i = 0; i < n; i++) {
      Object task = entries.get(i);
      if (task == null || task == entries) {
        continue;
      }
      if (data[2 * i + 1] < 0 || (SnarlSlot.random(null) & 1) == 0) {
        entries.compareAndSet(i, task, null);
      } else {
        data[2 * i + 1] *= 2;
      }
    }
  }

  /**
   * The observer's look: copies the tasks submitted before that time; returns how many. Leaves the
   * time of the first of them in {@link #oldest}.
   */
  public int older(long than, Object[] into) {
    oldest = than;
    AtomicReferenceArray<Object> entries = table;
    if (entries == null) {
      return 0;
    }
    int n = entries.length() - 1;
    long[] data = (long[]) entries.getPlain(n);
    int found = 0;
    for (int i = 0; i < n; i++) {
      Object task = entries.get(i);
      if (task != null && task != entries && data[2 * i] - than < 0 && found < into.length) {
        into[found++] = task;
        if (data[2 * i] - oldest < 0) {
          oldest = data[2 * i];
        }
      }
    }
    int far = spread(entries);
    if (far < farthest) {
      farthest = far;
      // Whoever put a task further away meanwhile, or into a larger table, has either been seen by
      // the second look, or raises it himself. A worker may miss its task in between: that one is
      // not timed, and a later look takes it out.
      entries = table;
      far = entries == null ? 0 : spread(entries);
    }
    raise(far);
    return found;
  }
}
