package java.util.concurrent;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import jdk.internal.misc.Unsafe;

/**
 * One executor as woven code sees it, and what woven executors call. Held weakly, by identity. It
 * times how long tasks wait in the queue and run: of the tasks submitted, one in {@link #every} is
 * put into a small table with the time, and the worker that is about to run a task looks whether it
 * is there. No task is wrapped, and a task that is not timed costs a few comparisons.
 *
 * <p>A task that is in the table has an identity hash code, in its header; most others have none.
 * So one read of the header spares nearly all look-ups. Where the hash is in the header is found
 * out by trying; a JVM that hides it makes the look-ups dearer, not wrong.
 *
 * <p>When the table is full, half of its entries are dropped by chance and the others count twice:
 * what is left stands for all, whatever their place in the queue. The same rules as for {@link
 * SnarlProbe} hold: no lock, no lambda, nothing thrown; it allocates only when a table grows.
 */
public class SnarlPool extends WeakReference<Object> {

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long HASH_BITS = hashBits();
  private static final long DUE =
      SnarlLens.offset(
          SnarlLens.type("java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask"),
          "time");
  private static final long FARTHEST = U.objectFieldOffset(SnarlPool.class, "farthest");
  private static final int SMALL = 64;
  private static final int LARGE = 1024;
  private static final int PROBES = 512;
  private static final int RAREST = 1 << 16;

  /** So many submissions of one and the same object are told apart. */
  private static final int SAME = 256;

  /** So many tasks at this rate are timed before the observer looks again: then one in 64. */
  private static final int MANY = 400;

  private static final long MANY_PER_SECOND = 2_000;

  /** The executors known, by identity hash code; null while detached. */
  static AtomicReferenceArray<SnarlPool> pools;

  /** How many entries all tables together may still grow by. Plain: a rough bound. */
  static int room;

  private static int seed = 0x2545F491;

  private final int hash;

  /** One task in so many is timed; a power of two. Set by the observer. */
  public int every = 1;

  /** Tasks chosen to be timed since the observer last set this to 0, and when that was. */
  public int chosen;

  public long lookedAt = System.nanoTime();

  /** Set when the table had to be thinned; the observer takes it back. */
  public boolean crowded;

  /**
   * Set while tasks may be in the queue that are not in the table. An object that is submitted
   * again and again cannot be timed then, since its next run may be that of a submission that was
   * not chosen. The observer takes it back when the queue is empty.
   */
  public boolean partial;

  /**
   * The tasks that are timed, at their hash or after it, and as the last element a {@code long[]}
   * with two values for each: when it was submitted, in nanoTime, and how many tasks it stands for,
   * negative if the same object is there more than once.
   */
  private volatile AtomicReferenceArray<Object> table;

  /** No entry is further from its place than this: see {@link #raise} and {@link #older}. */
  private volatile int farthest;

  /** When the first of the tasks was submitted that the last look found; the observer's. */
  public long oldest;

  public SnarlPool(Object executor) {
    super(executor);
    hash = System.identityHashCode(executor);
  }

  // ---- known executors ----

  static void attach(int size) {
    room = 64 * LARGE;
    pools = new AtomicReferenceArray<>(size);
  }

  static void detach() {
    pools = null;
  }

  /** Makes the executor known; false if there is no room. */
  public static boolean register(SnarlPool pool) {
    AtomicReferenceArray<SnarlPool> known = pools;
    if (known == null) {
      return false;
    }
    int mask = known.length() - 1;
    for (int i = 0; i < 64; i++) {
      int at = (pool.hash + i) & mask;
      if (known.get(at) == null && known.compareAndSet(at, null, pool)) {
        return true;
      }
    }
    return false;
  }

  /** Forgets the executor and the tasks in its table. */
  public static void forget(SnarlPool pool) {
    AtomicReferenceArray<SnarlPool> known = pools;
    if (known == null) {
      return;
    }
    int mask = known.length() - 1;
    for (int i = 0; i < 64; i++) {
      int at = (pool.hash + i) & mask;
      if (known.get(at) == pool) {
        known.compareAndSet(at, pool, null);
      }
    }
    AtomicReferenceArray<Object> entries = pool.table;
    pool.table = null;
    if (entries != null && entries.length() > SMALL + 1) {
      room += entries.length() - 1 - SMALL;
    }
  }

  private static SnarlPool of(Object executor) {
    AtomicReferenceArray<SnarlPool> known = pools;
    if (known == null) {
      return null;
    }
    int mask = known.length() - 1;
    int hash = System.identityHashCode(executor);
    for (int i = 0; i < 64; i++) {
      SnarlPool pool = known.get((hash + i) & mask);
      if (pool != null && pool.refersTo(executor)) {
        return pool;
      }
    }
    return null;
  }

  // ---- the life of an executor ----

  public static void built(Object executor) {
    try {
      SnarlProbe.sink.executorBuilt(executor);
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  public static void stopping(Object executor) {
    try {
      SnarlProbe.sink.executorStopping(executor);
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** {@code ThreadPoolExecutor.execute} and what does as it does. */
  public static void executing(Object executor, Object task) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null && task instanceof FutureTask) {
        SnarlProbe.submittedAfter(slot, task, null);
      }
      // These two queue another object than the one they are given: see queueing, and begins.
      if (!(executor instanceof ForkJoinPool)
          && !(executor instanceof ScheduledThreadPoolExecutor)) {
        choose(slot, executor, task);
      }
      if (SnarlProbe.watchFeeders && (slot == null || slot.unwatched != executor)) {
        SnarlProbe.sink.executing(slot, executor);
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** A task goes into an executor's queue by a way that {@link #executing} does not see. */
  public static void queueing(Object executor, Object task) {
    try {
      choose(SnarlProbe.slot(), executor, task);
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** The executor refuses the task, which so neither waits nor runs on a worker. */
  public static void rejected(Object executor, Object task) {
    try {
      removed(executor, task);
      if (executor instanceof ThreadPoolExecutor pool && drops(SnarlLens.handler(pool))) {
        SnarlProbe.dropped(task);
      }
      SnarlProbe.sink.rejected(executor);
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** Another policy, also a subclass, may run the task, queue it or hand it on. */
  private static boolean drops(Object policy) {
    Class<?> type = policy == null ? null : policy.getClass();
    return type == ThreadPoolExecutor.DiscardPolicy.class
        || type == ThreadPoolExecutor.AbortPolicy.class;
  }

  /** A library's {@code execute} has thrown. */
  public static void refused(Object thrown, Object executor, Object task) {
    try {
      if (thrown instanceof RejectedExecutionException) {
        rejected(executor, task);
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** {@code ThreadPoolExecutor.remove}. */
  public static void removed(Object executor, Object task) {
    try {
      if (task != null && hashed(task)) {
        SnarlPool pool = of(executor);
        if (pool != null) {
          pool.take(task);
        }
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  // ---- tasks ----

  private static void choose(SnarlSlot slot, Object executor, Object task) {
    if (pools == null || task == null) {
      return;
    }
    SnarlPool pool = slot == null ? null : slot.fed;
    if (pool == null || !pool.refersTo(executor)) {
      pool = of(executor);
      if (pool == null) {
        return;
      }
      if (slot != null) {
        slot.fed = pool;
      }
    }
    int every = pool.every;
    if (every > 1) {
      if (!pool.partial) {
        pool.partial = true; // a store would take the line from the workers, who read it
      }
      if ((random(slot) & (every - 1)) != 0) {
        return;
      }
    }
    if (!pool.partial || !hashed(task)) {
      pool.put(task, System.nanoTime(), every);
    }
  }

  /** The worker is about to run the task. */
  public static void begins(Object executor, Object task) {
    if (task == null || pools == null) {
      return;
    }
    try {
      boolean scheduled = executor instanceof ScheduledThreadPoolExecutor;
      if (!scheduled && !hashed(task)) {
        return;
      }
      SnarlSlot slot = SnarlProbe.slot();
      SnarlPool pool = slot == null ? null : slot.ran;
      if (pool == null || !pool.refersTo(executor)) {
        pool = of(executor);
        if (pool == null) {
          return;
        }
        if (slot != null) {
          slot.ran = pool;
        }
      }
      long now;
      long since;
      int weight;
      if (scheduled) {
        int every = pool.every;
        if (DUE < 0 || (every > 1 && (random(slot) & (every - 1)) != 0)) {
          return;
        }
        pool.chosen++;
        now = System.nanoTime();
        since = due(task, now);
        weight = every;
        System.identityHashCode(task); // for its header to say that it is timed: see ends
      } else {
        int at = pool.find(task);
        AtomicReferenceArray<Object> entries = pool.table;
        if (at < 0 || entries == null || at >= entries.length() - 1) {
          return;
        }
        now = System.nanoTime(); // dear, so not before it is known to be needed
        long[] data = (long[]) entries.getPlain(entries.length() - 1);
        since = data[2 * at];
        weight = (int) Math.abs(data[2 * at + 1]);
        if (!entries.compareAndSet(at, task, null)) {
          return;
        }
      }
      SnarlProbe.sink.waitedInQueue(pool, Math.max(0, now - since), weight);
      if (slot != null && slot.timedTask == null) {
        slot.timedTask = task;
        slot.timedFrom = now;
        slot.timedWeight = weight;
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** False for a task that only runs later, such as a time-out. */
  static boolean mayRun(Object future) {
    if (!(future instanceof RunnableScheduledFuture)) {
      return true;
    }
    long now = System.nanoTime();
    return due(future, now) - now <= 0;
  }

  /** When a scheduled task was due; one of a subclass's own is as good as due now. */
  public static long due(Object task, long now) {
    return task instanceof RunnableScheduledFuture<?>
            && task.getClass().getName().endsWith("$ScheduledFutureTask")
        ? U.getLong(task, DUE)
        : now;
  }

  /** The worker has run the task; one that is timed has a hash in its header. */
  public static void ends(Object task) {
    try {
      if (task == null || pools == null || !hashed(task)) {
        return;
      }
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null && slot.timedTask == task) {
        slot.timedTask = null;
        SnarlPool pool = slot.ran;
        if (pool != null) {
          SnarlProbe.sink.ran(pool, System.nanoTime() - slot.timedFrom, slot.timedWeight);
        }
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** {@code ForkJoinTask.doExec}: of every task, so it asks the header before the thread. */
  public static void forkJoinBegins(Object task) {
    try {
      if (pools != null
          && hashed(task)
          && Thread.currentThread() instanceof ForkJoinWorkerThread worker) {
        begins(worker.pool, task);
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  public static void forkJoinEnds(Object task) {
    ends(task);
  }

  // ---- the table ----

  private void put(Object task, long now, int weight) {
    AtomicReferenceArray<Object> entries = table;
    if (entries == null) {
      entries = table = fresh(SMALL);
    }
    if (++chosen > MANY
        && every < 64
        && chosen * 1_000_000_000L > (now - lookedAt) * MANY_PER_SECOND) {
      every = 64;
    }
    if (!put(entries, task, now, weight)) {
      if (entries.length() - 1 < LARGE && room > 0) {
        grow(entries);
        entries = table;
        if (entries != null) {
          put(entries, task, now, weight);
        }
      } else {
        thin(entries);
        if ((random(null) & 1) == 0) {
          put(entries, task, now, 2L * weight);
        }
      }
    }
  }

  private boolean put(AtomicReferenceArray<Object> entries, Object task, long now, long weight) {
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
        if (++same == SAME) {
          forgetAll(entries, task);
          return true;
        }
      } else if (there == null) {
        // The values first: whoever finds the task finds them.
        if (entries.compareAndSet(at, null, entries)) { // reserved by what no task can be
          data[2 * at] = now;
          data[2 * at + 1] = same > 0 ? -weight : weight;
          entries.set(at, task);
          raise(i); // after the task is there: see older
          return true;
        }
      }
    }
    return false;
  }

  /** Never to a smaller value, however many submitters do it at the same time. */
  private void raise(int distance) {
    int before = farthest;
    while (distance > before && !U.compareAndSetInt(this, FARTHEST, before, distance)) {
      before = farthest;
    }
  }

  /** Where the task's oldest entry is, or -1. */
  private int find(Object task) {
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

  /** Four times the size. What others put into the old table meanwhile is not timed. */
  private void grow(AtomicReferenceArray<Object> old) {
    int n = old.length() - 1;
    AtomicReferenceArray<Object> larger = fresh(4 * n);
    long[] data = (long[]) old.getPlain(n);
    for (int i = 0; i < n; i++) {
      Object task = old.get(i);
      if (task != null && task != old) {
        put(larger, task, data[2 * i], Math.abs(data[2 * i + 1])); // put finds the sign again
      }
    }
    int far = spread(larger);
    if (table == old) {
      table = larger;
      room -= 3 * n;
      raise(far); // again, since the observer may have looked at the old one only
    }
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

  private void forgetAll(AtomicReferenceArray<Object> entries, Object task) {
    partial = true;
    for (int i = 0; i < entries.length() - 1; i++) {
      entries.compareAndSet(i, task, null);
    }
  }

  private void thin(AtomicReferenceArray<Object> entries) {
    int n = entries.length() - 1;
    long[] data = (long[]) entries.getPlain(n);
    crowded = true;
    partial = true;
    if (every < RAREST) {
      every *= 2;
    }
    for (int i = 0; i < n; i++) {
      Object task = entries.get(i);
      if (task == null || task == entries) {
        continue;
      }
      if (data[2 * i + 1] < 0 || (random(null) & 1) == 0) {
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

  // ---- chance and headers ----

  private static int random(SnarlSlot slot) {
    int x = slot == null ? seed : slot.random;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    if (slot == null) {
      seed = x;
    } else {
      slot.random = x;
    }
    return x >>> 8;
  }

  private static boolean hashed(Object task) {
    return (U.getLong(task, 0L) & HASH_BITS) != 0;
  }

  /** The bits of an object's header that its identity hash code changes; all if that is unclear. */
  private static long hashBits() {
    long bits = 0;
    for (int i = 0; i < 64; i++) {
      Object object = new Object();
      long before = U.getLong(object, 0L);
      int hash = System.identityHashCode(object);
      long changed = before ^ U.getLong(object, 0L);
      if (hash == 0 || changed == 0) {
        return -1L;
      }
      bits |= changed;
    }
    // A hash has 25 to 31 bits; with more, something else has changed as well.
    int n = Long.bitCount(bits);
    return n >= 20 && n <= 32 ? bits : -1L;
  }
}
