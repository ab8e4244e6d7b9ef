package java.util.concurrent;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import jdk.internal.misc.Unsafe;

/**
 * Reads the private state of futures, executors and queues for the observer: plain field reads, no
 * method of theirs, since those take locks that the application may hold for long ({@code
 * PriorityBlockingQueue.size()} waits for a slow {@code compareTo}). What it reads may be a moment
 * old or torn; callers bound every walk. Lives in the bootstrap loader, runs on the observer's
 * thread, and on application threads only where a thread ends or has waited.
 *
 * <p>A field that this JVM does not have reads as null, 0 or -1.
 */
@SuppressWarnings("FutureReturnValueIgnored") // it looks at futures, it does not wait for them
public final class SnarlLens {

  private static final Unsafe U = Unsafe.getUnsafe();

  /** Tasks that may come to a queue while it is copied. */
  private static final int SLACK = 16;

  private static final long RUNNER = offset(FutureTask.class, "runner");
  private static final long CALLABLE = offset(FutureTask.class, "callable");
  private static final Class<?> ADAPTER = type("java.util.concurrent.Executors$RunnableAdapter");
  private static final long ADAPTED = offset(ADAPTER, "task");

  /** What fork-join pools make of a {@code Runnable} that they are given. */
  private static final Class<?>[] FORK_JOIN_ADAPTERS = {
    type("java.util.concurrent.ForkJoinTask$RunnableExecuteAction"),
    type("java.util.concurrent.ForkJoinTask$AdaptedRunnableAction"),
    type("java.util.concurrent.ForkJoinTask$AdaptedRunnable")
  };

  private static final long[] FORK_JOIN_ADAPTED = {
    offset(FORK_JOIN_ADAPTERS[0], "runnable"),
    offset(FORK_JOIN_ADAPTERS[1], "runnable"),
    offset(FORK_JOIN_ADAPTERS[2], "runnable")
  };

  private static final long POOL_CTL = offset(ThreadPoolExecutor.class, "ctl");
  private static final long POOL_QUEUE = offset(ThreadPoolExecutor.class, "workQueue");
  private static final long POOL_LOCK = offset(ThreadPoolExecutor.class, "mainLock");
  private static final long POOL_WORKERS = offset(ThreadPoolExecutor.class, "workers");
  private static final long POOL_COMPLETED = offset(ThreadPoolExecutor.class, "completedTaskCount");
  private static final long POOL_HANDLER = offset(ThreadPoolExecutor.class, "handler");
  private static final long POOL_CORE = offset(ThreadPoolExecutor.class, "corePoolSize");
  private static final long POOL_MAX = offset(ThreadPoolExecutor.class, "maximumPoolSize");

  private static final Class<?> WORKER = type("java.util.concurrent.ThreadPoolExecutor$Worker");
  private static final long WORKER_THREAD = offset(WORKER, "thread");
  private static final long WORKER_COMPLETED = offset(WORKER, "completedTasks");
  private static final long TAKEN = offset(ForkJoinPool.WorkQueue.class, "nsteals");
  private static final long WORKER_POOL = offset(WORKER, "this$0");
  private static final long SYNC_STATE = offset(AbstractQueuedSynchronizer.class, "state");

  private static final long LINKED_COUNT = offset(LinkedBlockingQueue.class, "count");
  private static final long LINKED_CAPACITY = offset(LinkedBlockingQueue.class, "capacity");
  private static final long DEQUE_COUNT = offset(LinkedBlockingDeque.class, "count");
  private static final long DEQUE_CAPACITY = offset(LinkedBlockingDeque.class, "capacity");
  private static final long PRIORITY_QUEUE = offset(PriorityBlockingQueue.class, "queue");
  private static final long PRIORITY_SIZE = offset(PriorityBlockingQueue.class, "size");
  private static final Class<?> DELAYED =
      type("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue");
  private static final long DELAYED_QUEUE = offset(DELAYED, "queue");
  private static final long DELAYED_SIZE = offset(DELAYED, "size");

  private static final Class<?> PER_TASK = type("java.util.concurrent.ThreadPerTaskExecutor");
  private static final long PER_TASK_THREADS = offset(PER_TASK, "threads");
  private static final long PER_TASK_STATE = offset(PER_TASK, "state");

  private static final long THREAD_TARGET = offset(Thread.class, "target"); // before JDK 19
  private static final long THREAD_HOLDER = offset(Thread.class, "holder");
  private static final long HOLDER_TASK = offset(type("java.lang.Thread$FieldHolder"), "task");

  /** The bit of a node's status while its thread waits on a condition. */
  private static final int CONDITION = 2;

  private SnarlLens() {}

  // ---- classes that must not be initialised early ----

  /**
   * Whether the application has begun to use this class. The agent must not be the first: the
   * fork-join pool reads its system properties once, and {@code main} may set them.
   */
  public static boolean initialised(Class<?> type) {
    return !U.shouldBeInitialized(type);
  }

  // ---- futures ----

  /** The thread that runs the task, or null while it is queued or done. */
  public static Thread runner(FutureTask<?> task) {
    return RUNNER < 0 ? null : (Thread) U.getReferenceVolatile(task, RUNNER);
  }

  /** The future that a task or stage in an executor's queue will complete, or null. */
  public static Object futureOf(Object task) {
    if (task instanceof CompletableFuture.AsyncSupply<?> supply) {
      return supply.dep;
    }
    if (task instanceof CompletableFuture.AsyncRun run) {
      return run.dep;
    }
    if (task instanceof CompletableFuture.UniCompletion<?, ?> stage) {
      return stage.dep;
    }
    return task instanceof Future ? task : null;
  }

  /**
   * The runnable that an executor made this task of, as a scheduler does with each, and a fork-join
   * pool; or null.
   */
  public static Object runnableOf(Object task) {
    if (task instanceof ForkJoinTask) {
      for (int i = 0; i < FORK_JOIN_ADAPTERS.length; i++) {
        if (task.getClass() == FORK_JOIN_ADAPTERS[i] && FORK_JOIN_ADAPTED[i] >= 0) {
          return U.getReference(task, FORK_JOIN_ADAPTED[i]);
        }
      }
      return null;
    }
    Object callable =
        task instanceof FutureTask && CALLABLE >= 0 ? U.getReference(task, CALLABLE) : null;
    return ADAPTER != null && ADAPTER.isInstance(callable) && ADAPTED >= 0
        ? U.getReference(callable, ADAPTED)
        : null;
  }

  /** The first of the completions that wait for the future; follow {@link #next}. */
  public static Object dependents(Object future) {
    return future instanceof CompletableFuture<?> completable ? completable.stack : null;
  }

  public static Object next(Object completion) {
    return ((CompletableFuture.Completion) completion).next;
  }

  /** The completion that really acts: the base of one that was pushed on its second source. */
  public static Object base(Object completion) {
    return completion instanceof CompletableFuture.CoCompletion second ? second.base : completion;
  }

  /** The future that the completion will complete, or null: a waiter, or already fired. */
  public static Object dependent(Object completion) {
    if (completion instanceof CompletableFuture.UniCompletion<?, ?> stage) {
      return stage.dep;
    }
    if (completion instanceof CompletableFuture.AnyOf any) {
      return any.dep;
    }
    return null;
  }

  /** The futures that the completion waits for; entries may be null. */
  public static Object[] sources(Object completion) {
    if (completion instanceof CompletableFuture.BiCompletion<?, ?, ?> both) {
      return new Object[] {both.src, both.snd};
    }
    if (completion instanceof CompletableFuture.UniCompletion<?, ?> stage) {
      return new Object[] {stage.src};
    }
    if (completion instanceof CompletableFuture.AnyOf any) {
      Object[] sources = any.srcs;
      return sources == null ? new Object[0] : sources;
    }
    return new Object[0];
  }

  /** Whether one source is enough: {@code anyOf}, {@code applyToEither} and its kin. */
  public static boolean anySource(Object completion) {
    return completion instanceof CompletableFuture.AnyOf
        || completion instanceof CompletableFuture.OrApply
        || completion instanceof CompletableFuture.OrAccept
        || completion instanceof CompletableFuture.OrRun;
  }

  /** Whether this is what {@code orTimeout} leaves on a future: a deadline will complete it. */
  public static boolean cancelsTimeout(Object completion) {
    return completion instanceof CompletableFuture.UniWhenComplete<?> stage
        && stage.fn instanceof CompletableFuture.Canceller;
  }

  /** The thread that waits, if this completion is one that wakes a waiter; else null. */
  public static Thread waiter(Object completion) {
    return completion instanceof CompletableFuture.Signaller signaller ? signaller.thread : null;
  }

  // ---- threads ----

  /** The runnable that the thread was built with, or null. */
  public static Object target(Thread thread) {
    if (THREAD_TARGET >= 0) {
      return U.getReference(thread, THREAD_TARGET);
    }
    Object holder = THREAD_HOLDER < 0 ? null : U.getReference(thread, THREAD_HOLDER);
    return holder == null || HOLDER_TASK < 0 ? null : U.getReference(holder, HOLDER_TASK);
  }

  /** Netty's thread factory, which Vert.x uses too, wraps the worker. */
  private static Object unwrapped(Object target) {
    return target != null
            && target
                .getClass()
                .getName()
                .equals("io.netty.util.concurrent.FastThreadLocalRunnable")
        ? object(target, offset(target.getClass(), "runnable", Runnable.class))
        : target;
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
    if (POOL_LOCK < 0 || POOL_WORKERS < 0) {
      return null;
    }
    ReentrantLock lock = (ReentrantLock) U.getReference(pool, POOL_LOCK);
    if (lock == null || !lock.tryLock()) {
      return null;
    }
    try {
      return ((HashSet<?>) U.getReference(pool, POOL_WORKERS)).toArray();
    } finally {
      lock.unlock();
    }
  }

  public static Thread threadOf(Object worker) {
    return WORKER_THREAD < 0 ? null : (Thread) U.getReference(worker, WORKER_THREAD);
  }

  public static long completedByWorker(Object worker) {
    return WORKER_COMPLETED < 0 ? 0 : U.getLongVolatile(worker, WORKER_COMPLETED);
  }

  /** Whether the worker runs a task: it then holds itself as a lock. */
  public static boolean busy(Object worker) {
    return SYNC_STATE >= 0 && U.getIntVolatile(worker, SYNC_STATE) > 0;
  }

  // ---- queues ----

  /** Capacity, {@link Integer#MAX_VALUE} for none, -1 for a class that is not known. */
  public static int capacity(Object queue) {
    if (queue instanceof LinkedBlockingQueue) {
      return U.getInt(queue, LINKED_CAPACITY);
    }
    if (queue instanceof LinkedBlockingDeque) {
      return U.getInt(queue, DEQUE_CAPACITY);
    }
    if (queue instanceof ArrayBlockingQueue<?> array) {
      return array.items.length;
    }
    if (queue instanceof SynchronousQueue) {
      return 0;
    }
    if (queue instanceof PriorityBlockingQueue
        || queue instanceof LinkedTransferQueue
        || (DELAYED != null && DELAYED.isInstance(queue))) {
      return Integer.MAX_VALUE;
    }
    return -1;
  }

  /** Length, -1 for a class whose length cannot be read without its lock. */
  public static int length(Object queue) {
    if (queue instanceof LinkedBlockingQueue) {
      return ((AtomicInteger) U.getReference(queue, LINKED_COUNT)).get();
    }
    if (queue instanceof LinkedBlockingDeque) {
      return U.getIntVolatile(queue, DEQUE_COUNT);
    }
    if (queue instanceof ArrayBlockingQueue<?> array) {
      return array.count;
    }
    if (queue instanceof SynchronousQueue) {
      return 0;
    }
    if (queue instanceof PriorityBlockingQueue) {
      return U.getIntVolatile(queue, PRIORITY_SIZE);
    }
    if (DELAYED != null && DELAYED.isInstance(queue)) {
      return U.getIntVolatile(queue, DELAYED_SIZE);
    }
    return -1;
  }

  /** Copies up to {@code into.length} queued tasks, oldest first where there is an order. */
  public static int copy(Object queue, Object[] into) {
    if (queue instanceof LinkedBlockingQueue<?> linked) {
      return find(linked, null, 2 * into.length, into);
    }
    if (queue instanceof LinkedBlockingDeque<?> deque) {
      int n = 0;
      LinkedBlockingDeque.Node<?> node = deque.first;
      for (int steps = 0; node != null && n < into.length && steps <= 2 * into.length; steps++) {
        Object item = node.item;
        if (item != null) {
          into[n++] = item;
        }
        LinkedBlockingDeque.Node<?> next = node.next;
        node = next == node ? deque.first : next;
      }
      return n;
    }
    if (queue instanceof ArrayBlockingQueue<?> array) {
      Object[] items = array.items;
      int first = array.takeIndex;
      int some = array.count == 0 ? 0 : Math.min(items.length, array.count + SLACK);
      int n = 0;
      for (int i = 0; i < some && n < into.length; i++) {
        Object item = items[(first + i) % items.length];
        if (item != null) {
          into[n++] = item;
        }
      }
      return n;
    }
    if (queue instanceof PriorityBlockingQueue) {
      return copyArray((Object[]) U.getReference(queue, PRIORITY_QUEUE), into);
    }
    if (DELAYED != null && DELAYED.isInstance(queue)) {
      return copyArray((Object[]) U.getReference(queue, DELAYED_QUEUE), into);
    }
    return 0;
  }

  /**
   * Copies the queued tasks that are wanted, oldest first, among the first {@code most} or so.
   *
   * @param wanted null for all
   */
  public static int find(
      LinkedBlockingQueue<?> queue, Predicate<Object> wanted, int most, Object[] into) {
    int n = 0;
    LinkedBlockingQueue.Node<?> node = queue.head;
    for (int steps = 0; node != null && n < into.length && steps <= most; steps++) {
      LinkedBlockingQueue.Node<?> next = node.next;
      // A node that was taken meanwhile links to itself: go on from the new head.
      node = next == node ? queue.head : next;
      Object item = node == null ? null : node.item;
      if (item != null && (wanted == null || wanted.test(item))) {
        into[n++] = item;
      }
    }
    return n;
  }

  private static int copyArray(Object[] items, Object[] into) {
    int n = 0;
    while (items != null && n < items.length && n < into.length) {
      Object item = items[n];
      if (item == null) {
        break; // a heap has no holes
      }
      into[n++] = item;
    }
    return n;
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

  // ---- fields of libraries ----

  /** Where a field of this very type lies in its class; -1 if there is no such field. */
  public static long offset(Class<?> holder, String field, Class<?> type) {
    try {
      Field found = holder.getDeclaredField(field);
      boolean plain = !Modifier.isStatic(found.getModifiers());
      boolean fits = type.isPrimitive() ? found.getType() == type : !found.getType().isPrimitive();
      return plain && fits ? offset(holder, field) : -1;
    } catch (NoSuchFieldException | LinkageError e) {
      return -1;
    }
  }

  /** A static field that holds an object; null if there is none. */
  public static Object constant(Class<?> holder, String field) {
    try {
      Field found = holder.getDeclaredField(field);
      boolean reads =
          Modifier.isStatic(found.getModifiers())
              && !found.getType().isPrimitive()
              && initialised(holder);
      return reads
          ? U.getReferenceVolatile(U.staticFieldBase(found), U.staticFieldOffset(found))
          : null;
    } catch (NoSuchFieldException | LinkageError e) {
      return null;
    }
  }

  /** The holder must be an instance of the class of which the offset was asked. */
  public static Object object(Object holder, long offset) {
    return holder == null || offset < 0 ? null : U.getReferenceVolatile(holder, offset);
  }

  /** The same of an int field; 0 if there is none. */
  public static int integer(Object holder, long offset) {
    return holder == null || offset < 0 ? 0 : U.getIntVolatile(holder, offset);
  }

  /** The same of a long field; 0 if there is none. */
  public static long number(Object holder, long offset) {
    return holder == null || offset < 0 ? 0 : U.getLongVolatile(holder, offset);
  }

  /** The same of a boolean field; false if there is none. */
  public static boolean flag(Object holder, long offset) {
    return holder != null && offset >= 0 && U.getBooleanVolatile(holder, offset);
  }

  /**
   * Threads that wait on a condition of {@link AbstractQueuedSynchronizer}, as many as are wanted
   * at most: a walk over its list, without the lock that would make it exact.
   */
  public static int waiters(Object condition, int most) {
    long first = condition == null ? -1 : fieldOf(condition.getClass(), "firstWaiter");
    Object node = object(condition, first);
    long next = node == null ? -1 : fieldOf(node.getClass(), "nextWaiter");
    long status = node == null ? -1 : fieldOf(node.getClass(), "status");
    int waiting = 0;
    for (int i = 0; node != null && i < most; i++) {
      waiting += (integer(node, status) & CONDITION) == 0 ? 0 : 1;
      node = object(node, next);
    }
    return waiting;
  }

  /** Where the class or a superclass keeps this field, looked up each time; -1 if none has it. */
  public static long fieldOf(Class<?> type, String field) {
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      long offset = offset(at, field);
      if (offset >= 0) {
        return offset;
      }
    }
    return -1;
  }

  /** A copy of a pool's set of workers, under its lock if that is free at once; null if not. */
  public static Object[] copyUnder(Object lock, Object set) {
    if (!(lock instanceof ReentrantLock free) || !(set instanceof HashSet<?> workers)) {
      return null;
    }
    if (!free.tryLock()) {
      return null;
    }
    try {
      return workers.toArray();
    } finally {
      free.unlock();
    }
  }

  static Class<?> type(String name) {
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  static long offset(Class<?> type, String field) {
    if (type == null) {
      return -1;
    }
    try {
      return U.objectFieldOffset(type, field);
    } catch (InternalError e) {
      return -1; // this JVM has no such field
    }
  }
}
