package java.util.concurrent;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import jdk.internal.misc.Unsafe;

/** Reads executors and their workers, as {@link SnarlLens} does. */
public final class SnarlPoolLens {

  private static final Unsafe U = Unsafe.getUnsafe();

  private static final long POOL_CTL = SnarlLens.offset(ThreadPoolExecutor.class, "ctl");
  private static final long POOL_QUEUE = SnarlLens.offset(ThreadPoolExecutor.class, "workQueue");
  private static final long POOL_LOCK = SnarlLens.offset(ThreadPoolExecutor.class, "mainLock");
  private static final long POOL_WORKERS = SnarlLens.offset(ThreadPoolExecutor.class, "workers");
  private static final long POOL_COMPLETED =
      SnarlLens.offset(ThreadPoolExecutor.class, "completedTaskCount");
  private static final long POOL_HANDLER = SnarlLens.offset(ThreadPoolExecutor.class, "handler");
  private static final long POOL_CORE = SnarlLens.offset(ThreadPoolExecutor.class, "corePoolSize");
  private static final long POOL_MAX =
      SnarlLens.offset(ThreadPoolExecutor.class, "maximumPoolSize");

  private static final Class<?> WORKER =
      SnarlLens.type("java.util.concurrent.ThreadPoolExecutor$Worker");
  private static final long WORKER_THREAD = SnarlLens.offset(WORKER, "thread");
  private static final long WORKER_COMPLETED = SnarlLens.offset(WORKER, "completedTasks");
  private static final long TAKEN = SnarlLens.offset(ForkJoinPool.WorkQueue.class, "nsteals");
  private static final long WORKER_POOL = SnarlLens.offset(WORKER, "this$0");
  private static final long SYNC_STATE =
      SnarlLens.offset(AbstractQueuedSynchronizer.class, "state");

  private static final Class<?> PER_TASK =
      SnarlLens.type("java.util.concurrent.ThreadPerTaskExecutor");
  private static final long PER_TASK_THREADS = SnarlLens.offset(PER_TASK, "threads");
  private static final long PER_TASK_STATE = SnarlLens.offset(PER_TASK, "state");

  private static final long THREAD_TARGET =
      SnarlLens.offset(Thread.class, "target"); // before JDK 19
  private static final long THREAD_HOLDER = SnarlLens.offset(Thread.class, "holder");
  private static final long HOLDER_TASK =
      SnarlLens.offset(SnarlLens.type("java.lang.Thread$FieldHolder"), "task");

  private static final long THREAD_CONTINUATION =
      SnarlLens.offset(Thread.class, "cont"); // from JDK 21 on
  private static final long CONTINUATION_TARGET =
      SnarlLens.offset(SnarlLens.type("jdk.internal.vm.Continuation"), "target");

  /** Classes in which thread factories wrap a worker, each followed by its field. */
  public static String[] wrappers = {};

  private SnarlPoolLens() {}

  // ---- threads ----

  /** The runnable that the thread was built with, or null. */
  public static Object target(Thread thread) {
    if (THREAD_TARGET >= 0) {
      return U.getReference(thread, THREAD_TARGET);
    }
    Object holder = THREAD_HOLDER < 0 ? null : U.getReference(thread, THREAD_HOLDER);
    return holder == null || HOLDER_TASK < 0 ? null : U.getReference(holder, HOLDER_TASK);
  }

  private static Object unwrapped(Object target) {
    String[] known = wrappers;
    for (int i = 0; target != null && i + 1 < known.length; i += 2) {
      Class<?> type = target.getClass();
      if (type.getName().equals(known[i])) {
        return SnarlLens.object(target, SnarlLens.offset(type, known[i + 1], Runnable.class));
      }
    }
    return target;
  }

  /** The executor whose worker the thread is, or null. */
  public static Object executorOf(Thread thread) {
    if (thread instanceof ForkJoinWorkerThread worker) {
      return worker.pool;
    }
    Object target = unwrapped(target(thread));
    return WORKER != null && WORKER.isInstance(target) && WORKER_POOL >= 0
        ? U.getReference(target, WORKER_POOL)
        : null;
  }

  /**
   * Tasks that a worker of a thread pool has completed, or one of a fork-join pool has taken from
   * queues; -1 for any other thread.
   */
  public static long completedBy(Thread thread) {
    if (thread instanceof ForkJoinWorkerThread worker) {
      return worker.workQueue == null || TAKEN < 0 ? -1 : U.getInt(worker.workQueue, TAKEN);
    }
    Object target = unwrapped(target(thread));
    return WORKER != null && WORKER.isInstance(target) && WORKER_COMPLETED >= 0
        ? U.getLongVolatile(target, WORKER_COMPLETED)
        : -1;
  }

  // ---- ThreadPoolExecutor ----

  public static int control(ThreadPoolExecutor pool) {
    Object ctl = POOL_CTL < 0 ? null : U.getReference(pool, POOL_CTL);
    return ctl == null ? 0 : ((AtomicInteger) ctl).get();
  }

  public static int core(ThreadPoolExecutor pool) {
    return POOL_CORE < 0 ? -1 : U.getIntVolatile(pool, POOL_CORE);
  }

  public static int max(ThreadPoolExecutor pool) {
    return POOL_MAX < 0 ? -1 : U.getIntVolatile(pool, POOL_MAX);
  }

  public static Object queue(ThreadPoolExecutor pool) {
    return POOL_QUEUE < 0 ? null : U.getReference(pool, POOL_QUEUE);
  }

  public static Object handler(ThreadPoolExecutor pool) {
    return POOL_HANDLER < 0 ? null : U.getReferenceVolatile(pool, POOL_HANDLER);
  }

  /** Tasks completed by workers that have left. */
  public static long completedBefore(ThreadPoolExecutor pool) {
    return POOL_COMPLETED < 0 ? 0 : U.getLong(pool, POOL_COMPLETED);
  }

  /** The workers, copied under the pool's lock if that is free at once; null if not. */
  public static Object[] workers(ThreadPoolExecutor pool) {
    return POOL_LOCK < 0 || POOL_WORKERS < 0
        ? null
        : SnarlLens.copyUnder(U.getReference(pool, POOL_LOCK), U.getReference(pool, POOL_WORKERS));
  }

  public static Thread threadOf(Object worker) {
    return WORKER_THREAD < 0 ? null : (Thread) U.getReference(worker, WORKER_THREAD);
  }

  public static long completedByWorker(Object worker) {
    return WORKER_COMPLETED < 0 ? 0 : U.getLongVolatile(worker, WORKER_COMPLETED);
  }

  /** Whether the worker runs a task: it then holds itself as a lock. */
  public static boolean busy(Object worker) {
    return worker instanceof AbstractQueuedSynchronizer
        && SYNC_STATE >= 0
        && U.getIntVolatile(worker, SYNC_STATE) > 0;
  }

  // ---- ForkJoinPool ----

  /** The worker threads. */
  public static int workers(ForkJoinPool pool, Thread[] into) {
    ForkJoinPool.WorkQueue[] queues = pool.queues;
    int n = 0;
    for (int i = 1; queues != null && i < queues.length && n < into.length; i += 2) {
      ForkJoinPool.WorkQueue queue = queues[i];
      if (queue != null && queue.owner != null) {
        into[n++] = queue.owner;
      }
    }
    return n;
  }

  /** Copies queued tasks, those of workers and those submitted from outside. */
  public static int copy(ForkJoinPool pool, Object[] into) {
    ForkJoinPool.WorkQueue[] queues = pool.queues;
    int n = 0;
    for (int i = 0; queues != null && i < queues.length; i++) {
      ForkJoinPool.WorkQueue queue = queues[i];
      Object[] array = queue == null ? null : queue.array;
      if (array != null) {
        for (int j = queue.base; j - queue.top < 0 && n < into.length; j++) {
          Object task = array[j & (array.length - 1)];
          if (task != null) {
            into[n++] = task;
          }
        }
      }
    }
    return n;
  }

  /**
   * The queues that hold a task, and the number of tasks that were ever taken from the end at which
   * the oldest is.
   */
  public static int heads(ForkJoinPool pool, Object[] holders, int[] taken) {
    ForkJoinPool.WorkQueue[] queues = pool.queues;
    int n = 0;
    for (int i = 0; queues != null && i < queues.length && n < holders.length; i++) {
      ForkJoinPool.WorkQueue queue = queues[i];
      Object[] array = queue == null ? null : queue.array;
      if (array != null && array.length > 0) {
        int base = queue.base;
        if (base - queue.top < 0 && array[base & (array.length - 1)] != null) {
          holders[n] = queue;
          taken[n++] = base;
        }
      }
    }
    return n;
  }

  /** The virtual thread that a carrier runs now, or null. */
  public static Thread mounted(Thread carrier) {
    Object continuation =
        THREAD_CONTINUATION < 0 ? null : U.getReferenceVolatile(carrier, THREAD_CONTINUATION);
    Object body =
        continuation == null || CONTINUATION_TARGET < 0
            ? null
            : U.getReference(continuation, CONTINUATION_TARGET);
    long thread =
        body == null ? -1 : SnarlLens.fieldOf(body.getClass(), "val$vthread", Object.class);
    return SnarlLens.object(body, thread) instanceof Thread virtual ? virtual : null;
  }

  // ---- ThreadPerTaskExecutor ----

  /** Whether this is the executor of {@code Executors.newThreadPerTaskExecutor}. */
  public static boolean perTask(Object executor) {
    return PER_TASK != null && PER_TASK.isInstance(executor);
  }

  /** Its living threads, a concurrent set; null if it cannot be read. */
  public static java.util.Set<?> perTaskThreads(Object executor) {
    return PER_TASK_THREADS < 0
        ? null
        : (java.util.Set<?>) U.getReference(executor, PER_TASK_THREADS);
  }

  public static boolean perTaskStopping(Object executor) {
    return PER_TASK_STATE >= 0 && U.getIntVolatile(executor, PER_TASK_STATE) > 0;
  }
}
