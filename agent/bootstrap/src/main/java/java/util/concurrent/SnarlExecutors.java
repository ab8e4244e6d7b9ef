package java.util.concurrent;

import java.util.concurrent.atomic.AtomicReferenceArray;
import jdk.internal.misc.Unsafe;

/**
 * What woven executors call when they are built, fed and stopped, and when their workers run a
 * task. The rules of {@link SnarlProbe} hold.
 *
 * <p>A task that is in the table of its executor has an identity hash code, in its header; most
 * others have none. So one read of the header spares nearly all look-ups. Where the hash is in the
 * header is found out by trying; a JVM that hides it makes the look-ups more expensive, not wrong.
 */
public final class SnarlExecutors {

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long HASH_BITS = hashBits();

  /** Set while some executor is so young that it matters who feeds it. */
  public static boolean watchFeeders;

  private SnarlExecutors() {}

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
        SnarlTasks.submittedAfter(slot, task, null);
      }
      // These two queue another object than the one they are given: see queueing, and begins.
      if (executor instanceof ScheduledThreadPoolExecutor) {
        fed(slot, executor);
      } else if (!(executor instanceof ForkJoinPool)) {
        choose(slot, executor, task);
      }
      if (watchFeeders && (slot == null || slot.unwatched != executor)) {
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
      if (executor instanceof ThreadPoolExecutor pool && drops(SnarlPoolLens.handler(pool))) {
        SnarlTasks.dropped(task);
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
        SnarlPool pool = SnarlPool.of(executor);
        if (pool != null) {
          pool.queued.take(task);
        }
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** {@code owner} has made this executor for itself: a Spring bean that wraps a pool. */
  public static void executorOwned(Object owner, Object executor) {
    try {
      SnarlProbe.sink.executorOwned(owner, executor);
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  // ---- tasks ----

  private static void choose(SnarlSlot slot, Object executor, Object task) {
    SnarlPool pool = task == null ? null : fed(slot, executor);
    if (pool == null) {
      return;
    }
    int every = pool.every;
    if (every > 1 && !pool.partial) {
      pool.partial = true; // a store would take the line from the workers, who read it
    }
    boolean timed =
        (every == 1 || (SnarlSlot.random(slot) & (every - 1)) == 0)
            && (!pool.partial || !hashed(task));
    if (timed || pool.traced) {
      long now = System.nanoTime();
      pool.arrives(now);
      if (timed) {
        pool.put(task, now, every);
        if (slot != null && every == 1) {
          slot.gives(task, now);
        }
      }
    }
  }

  /** What is known of the executor; null if nothing. */
  private static SnarlPool fed(SnarlSlot slot, Object executor) {
    if (SnarlPool.pools == null) {
      return null;
    }
    SnarlPool pool = slot == null ? null : slot.fed;
    if (pool == null || !pool.refersTo(executor)) {
      pool = SnarlPool.of(executor);
      if (slot != null && pool != null) {
        slot.fed = pool;
      }
    }
    return pool;
  }

  /** The worker is about to run the task; of the executor that it serves, if that is null. */
  public static void begins(Object executor, Object task) {
    if (task == null || SnarlPool.pools == null) {
      return;
    }
    try {
      boolean scheduled = executor instanceof ScheduledThreadPoolExecutor;
      if (!scheduled && !hashed(task)) {
        return;
      }
      SnarlSlot slot = SnarlProbe.slot();
      SnarlPool pool = slot == null ? null : slot.ran;
      if (executor != null && (pool == null || !pool.refersTo(executor))) {
        pool = SnarlPool.of(executor);
        if (pool != null && slot != null) {
          slot.ran = pool;
        }
      }
      if (pool == null) {
        return;
      }
      long now;
      long since;
      int weight;
      if (scheduled) {
        int every = pool.every;
        if (SnarlFutureLens.DUE < 0 || (every > 1 && (SnarlSlot.random(slot) & (every - 1)) != 0)) {
          return;
        }
        pool.chosen++;
        now = System.nanoTime();
        since = SnarlFutureLens.due(task, now);
        weight = every;
        System.identityHashCode(task); // for its header to say that it is timed: see ends
      } else {
        int at = pool.queued.find(task);
        AtomicReferenceArray<Object> entries = pool.queued.table;
        if (at < 0 || entries == null || at >= entries.length() - 1) {
          return;
        }
        now = System.nanoTime(); // expensive, so not before it is known to be needed
        long[] data = (long[]) entries.getPlain(entries.length() - 1);
        since = data[2 * at];
        weight = (int) Math.abs(data[2 * at + 1]);
        if (!entries.compareAndSet(at, task, null)) {
          begins(executor, task); // another worker began the same object: there may be more of it
          return;
        }
      }
      SnarlProbe.sink.waitedInQueue(pool, Math.max(0, now - since), weight);
      if (slot != null && slot.timedTask == null) {
        slot.timedTask = task;
        slot.timedFrom = now;
        slot.timedWeight = weight;
        slot.timedFunction = SnarlFutureLens.function(task);
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** The worker has run the task; one that is timed has a hash in its header. */
  public static void ends(Object task) {
    try {
      if (task == null || SnarlPool.pools == null || !hashed(task)) {
        return;
      }
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null && slot.timedTask == task) {
        slot.timedTask = null;
        slot.timedFunction = null;
        SnarlPool pool = slot.ran;
        if (pool != null) {
          SnarlProbe.sink.ran(pool, System.nanoTime() - slot.timedFrom, slot.timedWeight);
        }
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** The same for what a worker ran itself; {@code thrown} is null unless that ended it. */
  public static void ended(Object task, Object thrown) {
    ends(task);
    if (thrown != null) {
      SnarlTasks.failed(task, thrown);
    }
  }

  /** {@code ForkJoinTask.doExec}: of every task, so it asks the header before the thread. */
  public static void forkJoinBegins(Object task) {
    try {
      if (SnarlPool.pools != null
          && hashed(task)
          && Thread.currentThread() instanceof ForkJoinWorkerThread worker) {
        begins(worker.pool, task);
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  // ---- headers ----

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
