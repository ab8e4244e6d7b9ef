package dev.snarl.observe.pools;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.snapshot.Pool;
import java.util.Iterator;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlQueueLens;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** {@link ThreadPoolExecutor} and what extends it. */
final class JdkThreadPool implements PoolType {

  private static final int WORKER_BITS = 29;
  private static final int COUNT_MASK = (1 << WORKER_BITS) - 1;
  private static final int MOST_THREADS = 20_000;

  private static ThreadPoolExecutor pool(Object executor) {
    return (ThreadPoolExecutor) executor;
  }

  @Override
  public Pool.Kind kind(Object executor) {
    return executor instanceof ScheduledThreadPoolExecutor
        ? Pool.Kind.SCHEDULED
        : Pool.Kind.THREAD_POOL;
  }

  @Override
  public int size(Object executor) {
    return SnarlPoolLens.control(pool(executor)) & COUNT_MASK;
  }

  @Override
  public void look(Object executor, PoolNotes notes) {
    notes.size = size(executor);
    Object[] workers = SnarlPoolLens.workers(pool(executor));
    if (workers == null) {
      return;
    }
    int n = Math.min(workers.length, MOST_THREADS);
    boolean[] busy = notes.busy(n);
    long completed = SnarlPoolLens.completedBefore(pool(executor));
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

  /** Its run state is past RUNNING. */
  @Override
  public boolean shutdown(Object executor) {
    return SnarlPoolLens.control(pool(executor)) >= 0;
  }

  @Override
  public int core(Object executor, int size) {
    return SnarlPoolLens.core(pool(executor));
  }

  @Override
  public int max(Object executor) {
    return SnarlPoolLens.max(pool(executor));
  }

  @Override
  public @Nullable Object queue(Object executor) {
    Object queue = SnarlPoolLens.queue(pool(executor));
    QueueAround around = QueueAround.of(queue);
    return around == null || queue == null ? queue : around.inside(queue);
  }

  @Override
  public int length(Object executor) {
    Object queue = SnarlPoolLens.queue(pool(executor));
    QueueAround around = QueueAround.of(queue);
    return around == null || queue == null ? PoolType.super.length(executor) : around.length(queue);
  }

  @Override
  public int capacity(Object executor) {
    Object queue = SnarlPoolLens.queue(pool(executor));
    QueueAround around = QueueAround.of(queue);
    return around == null || queue == null
        ? PoolType.super.capacity(executor)
        : around.capacity(queue);
  }

  /** No task of a transfer queue is behind a lock. */
  @Override
  public int copyTasks(Object executor, Object[] into) {
    if (!(queue(executor) instanceof LinkedTransferQueue<?> tasks) || !JdkCalls.jdks(tasks)) {
      return PoolType.super.copyTasks(executor, into);
    }
    int n = 0;
    for (Iterator<?> each = tasks.iterator(); n < into.length && each.hasNext(); ) {
      into[n++] = each.next();
    }
    return n;
  }

  /** Past its core size, a pool grows only when its queue refuses a task. */
  @Override
  public boolean canGrow(Object executor, int size) {
    Object queue = SnarlPoolLens.queue(pool(executor));
    boolean neverFull =
        queue != null && SnarlQueueLens.capacity(queue) == Integer.MAX_VALUE && jdks(queue);
    return size < core(executor, size) || (size < max(executor) && !neverFull);
  }

  /** A subclass may refuse tasks while it has room, as Tomcat's does. */
  private static boolean jdks(Object queue) {
    return queue.getClass().getName().startsWith("java.util.concurrent.");
  }

  @Override
  public @Nullable Object handler(Object executor) {
    return SnarlPoolLens.handler(pool(executor));
  }
}
