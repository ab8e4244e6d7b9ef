package dev.snarl.observe.pools;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.snapshot.Pool;
import java.util.Collection;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A pool of the application's own, as its user declares it: the fields that hold its threads, its
 * queue and their limit. A thread is idle while it is parked at that queue; of a library without a
 * queue, unless it is among the busy ones. Whatever else the fields hold is left alone: then the
 * pool has threads and no busy ones.
 */
final class DeclaredPool implements PoolType {

  private static final int MOST_THREADS = 10_000;

  /** Where the queues of the JDK that park their takers have what these park on. */
  private static final String[] PARKED_ON = {"notEmpty", "available"};

  private final long threads;
  private final long queue;
  private final long max;
  private final long busy;

  private DeclaredPool(DeclaredFields fields) {
    this.threads = fields.place("threads", Object.class);
    this.queue = fields.place("queue", Object.class);
    this.max = fields.place("max", int.class);
    this.busy = fields.place("busy", Object.class);
  }

  /** How to read the pools of this class; null if nobody declares it. */
  static @Nullable PoolType of(Class<?> type) {
    DeclaredFields fields = DeclaredFields.of(type, KnownLibraries.pools());
    return fields == null ? null : new DeclaredPool(fields);
  }

  @Override
  public Pool.Kind kind(Object executor) {
    return Pool.Kind.THREAD_POOL;
  }

  @Override
  public void look(Object executor, PoolNotes notes) {
    Object[] all = all(SnarlLens.object(executor, threads));
    Thread[] live = new Thread[all.length];
    int n = 0;
    for (Object each : all) {
      if (each instanceof Thread thread && JdkCalls.state(thread) != Thread.State.TERMINATED) {
        live[n++] = thread;
      }
    }
    Object waitsAt = queue(executor);
    Object[] working = all(SnarlLens.object(executor, busy));
    boolean[] works = notes.busy(n);
    int active = 0;
    for (int i = 0; i < n; i++) {
      works[i] = waitsAt == null ? isIn(working, live[i]) : !idle(live[i], waitsAt);
      active += works[i] ? 1 : 0;
    }
    notes.take(live, n);
    notes.size = n;
    notes.active = active;
  }

  /** Only collections that are read without a lock, and arrays. */
  private static Object[] all(@Nullable Object holder) {
    try {
      if (holder instanceof Object[] array && array.length <= MOST_THREADS) {
        return array.clone();
      }
      boolean jdks = holder != null && JdkCalls.jdks(holder);
      String type = holder == null ? "" : holder.getClass().getName();
      boolean locks = type.contains("Synchronized") || type.equals("java.util.Vector");
      return jdks && !locks && holder instanceof Collection<?> some
          ? some.toArray()
          : new Object[0];
    } catch (RuntimeException changedMeanwhile) {
      return new Object[0];
    }
  }

  @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
  private static boolean isIn(Object[] some, Thread thread) {
    for (Object each : some) {
      if (each == thread) {
        return true;
      }
    }
    return false;
  }

  private static boolean idle(Thread thread, Object queue) {
    Object blocker = LockSupport.getBlocker(thread);
    if (blocker == null) {
      return false;
    }
    for (String field : PARKED_ON) {
      if (blocker == Places.object(queue, field)) {
        return true;
      }
    }
    return blocker == queue || blocker == Places.object(queue, "transferer");
  }

  @Override
  public boolean counts() {
    return false;
  }

  @Override
  public int max(Object executor) {
    int limit = SnarlLens.integer(executor, max);
    if (limit > 0) {
      return limit;
    }
    PoolNotes now = new PoolNotes();
    look(executor, now);
    return now.size;
  }

  @Override
  public @Nullable Object queue(Object executor) {
    Object tasks = SnarlLens.object(executor, queue);
    return tasks != null && JdkCalls.jdks(tasks) ? tasks : null;
  }
}
