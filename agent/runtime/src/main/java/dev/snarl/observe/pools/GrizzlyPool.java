package dev.snarl.observe.pools;

import static dev.snarl.observe.live.Places.flag;
import static dev.snarl.observe.live.Places.integer;
import static dev.snarl.observe.live.Places.object;

import dev.snarl.snapshot.Pool;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SnarlQueueLens;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The pools of Grizzly: a map of workers, which a monitor guards, and a queue. The map and a list
 * are read from their fields, in a bounded number of steps. One kind of pool counts its busy
 * threads, the other's idle ones are parked at the queue. It does not count what it has completed.
 */
final class GrizzlyPool implements PoolType {
  static final String NAME = "org.glassfish.grizzly.threadpool.AbstractThreadPool";

  /** How the names of the classes begin that run its threads. */
  static final String WORKERS = "org.glassfish.grizzly.threadpool.";

  private static final String COUNTING = "org.glassfish.grizzly.threadpool.SyncThreadPool";
  private static final int MOST_THREADS = 10_000;

  /** Threads that may start while they are read. */
  private static final int SLACK = 16;

  @Override
  public Pool.Kind kind(Object executor) {
    return Pool.Kind.THREAD_POOL;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // a queue's equals may be the application's
  public void look(Object executor, PoolNotes notes) {
    Object workers = object(executor, "workers");
    Object[] threads = new Object[Math.min(MOST_THREADS, integer(workers, "size") + SLACK)];
    notes.size = threads(workers, threads);
    notes.take(threads, notes.size);
    boolean[] busy = notes.busy(notes.size);
    if (executor.getClass().getName().equals(COUNTING)) {
      notes.active = Math.max(0, Math.min(notes.size, integer(executor, "activeThreadsCount")));
      Arrays.fill(busy, notes.active >= notes.size);
      return;
    }
    Object queue = queue(executor);
    Object notEmpty = object(queue, "notEmpty");
    notes.active = 0;
    for (int i = 0; i < notes.size; i++) {
      Object blocker = LockSupport.getBlocker(notes.threads[i]);
      busy[i] = blocker == null || (blocker != queue && blocker != notEmpty);
      notes.active += busy[i] ? 1 : 0;
    }
  }

  /** Finds those of the workers, which are the keys of a map of the JDK's; returns how many. */
  private static int threads(@Nullable Object workers, Object[] found) {
    int n = 0;
    if (object(workers, "table") instanceof Object[] table) {
      for (Object first : table) {
        Object node = first;
        for (int i = 0; node != null && i < MOST_THREADS && n < found.length; i++) {
          if (object(object(node, "key"), "t") instanceof Thread thread) {
            found[n++] = thread;
          }
          node = object(node, "next");
        }
      }
    }
    return n;
  }

  @Override
  public boolean counts() {
    return false;
  }

  @Override
  public boolean shutdown(Object executor) {
    return !flag(executor, "running");
  }

  @Override
  public int core(Object executor, int size) {
    int core = integer(object(executor, "config"), "corePoolSize");
    return core < 0 ? max(executor) : core;
  }

  @Override
  public int max(Object executor) {
    return integer(object(executor, "config"), "maxPoolSize");
  }

  @Override
  public @Nullable Object queue(Object executor) {
    return object(executor, "workQueue");
  }

  @Override
  public int length(Object executor) {
    Object queue = queue(executor);
    return queue == null
        ? 0
        : queue instanceof LinkedList
            ? Math.max(0, integer(queue, "size"))
            : queue instanceof LinkedTransferQueue<?> transfers
                ? transfers.size() // takes no lock
                : SnarlQueueLens.length(queue);
  }

  @Override
  public int capacity(Object executor) {
    int limit = integer(object(executor, "config"), "queueLimit");
    return limit < 0 ? Integer.MAX_VALUE : limit;
  }

  @Override
  public int copyTasks(Object executor, Object[] into) {
    Object queue = queue(executor);
    int n = 0;
    if (queue instanceof LinkedList) {
      Object node = object(queue, "first");
      while (node != null && n < into.length) {
        Object task = object(node, "item");
        if (task != null) {
          into[n++] = task;
        }
        node = object(node, "next");
      }
      return n;
    }
    if (queue instanceof LinkedTransferQueue<?> transfers) {
      for (Object task : transfers) {
        if (n == into.length) {
          break;
        }
        into[n++] = task;
      }
      return n;
    }
    return PoolType.super.copyTasks(executor, into);
  }
}
