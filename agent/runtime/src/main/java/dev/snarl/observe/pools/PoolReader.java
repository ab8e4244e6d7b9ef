package dev.snarl.observe.pools;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.snapshot.Pool;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlQueueLens;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Reads one executor's sizes, workers and queue by its fields, on the observer's thread; never
 * waits for a lock of the pool: when that is taken, the last values stand.
 */
public final class PoolReader {

  private static final int WORKER_BITS = 29;
  private static final int COUNT_MASK = (1 << WORKER_BITS) - 1;
  private static final int MOST_THREADS = 20_000;

  private final Thread[] forkJoin = new Thread[4_096];
  private final Object[] queued = new Object[10_000];

  public static Pool.@Nullable Kind kind(Object executor) {
    if (executor instanceof ScheduledThreadPoolExecutor) {
      return Pool.Kind.SCHEDULED;
    }
    if (executor instanceof ThreadPoolExecutor) {
      return Pool.Kind.THREAD_POOL;
    }
    if (executor instanceof ForkJoinPool pool) {
      return carriesVirtualThreads(pool) ? Pool.Kind.CARRIERS : Pool.Kind.FORK_JOIN;
    }
    if (SnarlPoolLens.perTask(executor)) {
      return Pool.Kind.THREAD_PER_TASK;
    }
    LibraryPool library = LibraryPools.of(executor);
    return library == null ? null : library.kind();
  }

  /** Whether it is the scheduler of JEP 444: only the JDK's own class makes such workers. */
  static boolean carriesVirtualThreads(ForkJoinPool pool) {
    return JdkCalls.jdks(pool)
        && pool.getFactory().getClass().getName().startsWith("java.lang.VirtualThread$");
  }

  static int core(Object executor, PoolNotes notes) {
    if (executor instanceof ThreadPoolExecutor pool) {
      return SnarlPoolLens.core(pool);
    }
    if (executor instanceof ForkJoinPool pool) {
      return JdkCalls.parallelism(pool);
    }
    LibraryPool library = LibraryPools.of(executor);
    return library == null ? notes.size : library.core(executor);
  }

  static int max(Object executor) {
    if (executor instanceof ThreadPoolExecutor pool) {
      return SnarlPoolLens.max(pool);
    }
    LibraryPool library = LibraryPools.of(executor);
    return library == null ? Integer.MAX_VALUE : library.max(executor);
  }

  /** The queue of a thread pool, or null. */
  public static @Nullable Object queue(Object executor) {
    if (executor instanceof ThreadPoolExecutor pool) {
      return SnarlPoolLens.queue(pool);
    }
    LibraryPool library = LibraryPools.of(executor);
    return library == null ? null : library.queue(executor);
  }

  static @Nullable Object handler(Object executor) {
    if (executor instanceof ThreadPoolExecutor pool) {
      return SnarlPoolLens.handler(pool);
    }
    LibraryPool library = LibraryPools.of(executor);
    return library == null ? null : library.handler(executor);
  }

  /** As the rejection message of the JDK says it. */
  static @Nullable String state(Object executor) {
    Object queue = queue(executor);
    if (queue == null) {
      return null;
    }
    PoolNotes now = new PoolNotes();
    if (executor instanceof ThreadPoolExecutor pool) {
      now.size = SnarlPoolLens.control(pool) & COUNT_MASK;
    } else {
      LibraryPool library = LibraryPools.of(executor);
      if (library != null) {
        library.look(executor, now);
      }
    }
    return "pool size = "
        + now.size
        + ", maximum = "
        + max(executor)
        + ", queued tasks = "
        + SnarlQueueLens.length(queue);
  }

  public static boolean shutdown(Object executor) {
    if (executor instanceof ThreadPoolExecutor pool) {
      return SnarlPoolLens.control(pool) >= 0;
    }
    if (executor instanceof ForkJoinPool pool) {
      return JdkCalls.shutdown(pool);
    }
    LibraryPool library = LibraryPools.of(executor);
    return library == null ? SnarlPoolLens.perTaskStopping(executor) : library.shutdown(executor);
  }

  /** Whether it would start another thread for the next task. */
  static boolean canGrow(Object executor, PoolNotes notes) {
    if (executor instanceof ThreadPoolExecutor pool) {
      if (notes.size < SnarlPoolLens.core(pool)) {
        return true;
      }
      int capacity = SnarlQueueLens.capacity(SnarlPoolLens.queue(pool));
      boolean neverFull = capacity == Integer.MAX_VALUE;
      // Past its core size, a pool grows only when its queue refuses a task.
      return notes.size < SnarlPoolLens.max(pool)
          && !(neverFull && SnarlPoolLens.queue(pool) != null && jdkQueue(pool));
    }
    if (executor instanceof ForkJoinPool pool) {
      return notes.size < JdkCalls.parallelism(pool);
    }
    LibraryPool library = LibraryPools.of(executor);
    return library == null || library.canGrow(executor, notes.size);
  }

  /** A subclass may refuse tasks while it has room, as Tomcat's does. */
  private static boolean jdkQueue(ThreadPoolExecutor pool) {
    Object queue = SnarlPoolLens.queue(pool);
    return queue != null && queue.getClass().getName().startsWith("java.util.concurrent.");
  }

  /** Takes the threads, who of them is busy, and the completed count into the notes. */
  void look(Object executor, PoolNotes notes) {
    if (executor instanceof ThreadPoolExecutor pool) {
      notes.size = SnarlPoolLens.control(pool) & COUNT_MASK;
      Object[] workers = SnarlPoolLens.workers(pool);
      if (workers != null) {
        int n = Math.min(workers.length, MOST_THREADS);
        boolean[] busy = notes.busy(n);
        long completed = SnarlPoolLens.completedBefore(pool);
        int active = 0;
        int known = 0;
        for (Object worker : workers) {
          completed += SnarlPoolLens.completedByWorker(worker);
          boolean runs = SnarlPoolLens.busy(worker);
          active += runs ? 1 : 0;
          Thread thread = SnarlPoolLens.threadOf(worker);
          if (thread != null && known < n) {
            busy[known] = runs;
            workers[known++] = thread; // in place of a worker that was read
          }
        }
        notes.take(workers, known);
        notes.active = active;
        notes.completed = Math.max(notes.completed, completed);
      }
    } else if (executor instanceof ForkJoinPool pool) {
      int n = SnarlPoolLens.workers(pool, forkJoin);
      notes.take(forkJoin, n);
      notes.busy(n);
      Arrays.fill(forkJoin, 0, n, null);
      notes.size = JdkCalls.size(pool);
      notes.active = Math.min(JdkCalls.active(pool), notes.size);
      notes.completed = Math.max(notes.completed, JdkCalls.steals(pool));
    } else {
      LibraryPool library = LibraryPools.of(executor);
      if (library != null) {
        library.look(executor, notes);
        return;
      }
      Set<?> threads = SnarlPoolLens.perTaskThreads(executor);
      notes.size = threads == null ? 0 : threads.size();
      notes.active = notes.size;
    }
  }

  /** Whether it counts the tasks that it has completed. */
  static boolean counts(Object executor) {
    LibraryPool library = LibraryPools.of(executor);
    return library == null || library.counts();
  }

  int length(Object executor) {
    if (executor instanceof ThreadPoolExecutor pool) {
      return SnarlQueueLens.length(SnarlPoolLens.queue(pool));
    }
    if (executor instanceof ForkJoinPool pool) {
      long waiting = JdkCalls.waiting(pool);
      return (int) Math.min(Integer.MAX_VALUE, Math.max(0, waiting));
    }
    LibraryPool library = LibraryPools.of(executor);
    return library == null ? 0 : library.length(executor);
  }

  /** The queued tasks, up to 10,000, in an array that is used again; {@link #clear} it. */
  public Object[] tasks() {
    return queued;
  }

  public int copyTasks(Object executor) {
    if (executor instanceof ForkJoinPool pool) {
      return SnarlPoolLens.copy(pool, queued);
    }
    if (executor instanceof ThreadPoolExecutor pool) {
      return SnarlQueueLens.copy(SnarlPoolLens.queue(pool), queued);
    }
    LibraryPool library = LibraryPools.of(executor);
    return library == null ? 0 : library.copyTasks(executor, queued);
  }

  public void clear(int n) {
    Arrays.fill(queued, 0, n, null);
  }
}
