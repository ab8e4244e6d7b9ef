package dev.snarl.tests.contract;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Threads, pools, queues, tasks and futures of the application's own classes, all of them standing
 * still. Nobody but the application calls their methods: an override may be slow, take a lock, or
 * not be meant for other threads.
 */
@SuppressWarnings({
  "NullAway",
  "StaticAssignmentInConstructor",
  "SuperCallToObjectMethod",
  "UndefinedEquals",
  "FutureReturnValueIgnored"
})
final class Looked implements Checks.Group {
  private static final Map<String, AtomicInteger> CALLS = new TreeMap<>();
  private static volatile boolean counting;
  private final List<Object> kept = new ArrayList<>();

  Looked() {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch busy = new CountDownLatch(2);
    Pool pool = new Pool(new Queue());
    pool.setThreadFactory(OwnThread::new);
    Forks forks = new Forks();
    for (java.util.concurrent.Executor each : List.of(pool, forks)) {
      each.execute(
          () -> {
            busy.countDown();
            Said.failure(
                () -> {
                  never.await();
                  return "";
                });
          });
    }
    Moments.await(busy);
    for (int i = 0; i < 5; i++) {
      pool.execute(new Task());
      forks.execute(new Task());
    }
    Task task = new Task();
    OwnFutureTask future = new OwnFutureTask(task);
    OwnCompletable completable = new OwnCompletable();
    pool.execute(future);
    CompletableFuture<Integer> derived = completable.thenApplyAsync(x -> x, pool);
    List<OwnThread> waiters =
        List.of(
            new OwnThread(() -> Said.failure(future::get)),
            new OwnThread(() -> Said.failure(completable::get)),
            new OwnThread(() -> Said.failure(derived::join)));
    for (OwnThread waiter : waiters) {
      waiter.start();
    }
    for (OwnThread waiter : waiters) {
      Moments.waits(waiter);
    }
    kept.addAll(waiters);
    kept.addAll(List.of(pool, forks, never, derived));
    CALLS.clear();
    counting = true;
  }

  @Override
  public void run(Checks checks) {
    counting = false;
    checks.that("by others", () -> CALLS);
    checks.that("still there", kept::size);
  }

  private static <T> T called(String what, T answer) {
    if (counting) {
      synchronized (CALLS) {
        CALLS.computeIfAbsent(what, name -> new AtomicInteger()).incrementAndGet();
      }
    }
    return answer;
  }

  private static final class OwnThread extends Thread {
    OwnThread(Runnable task) {
      super(task);
      setDaemon(true);
    }

    /** Before 21 the JDK's own management beans call it. */
    @Override
    public long getId() {
      return Runtime.version().feature() < 21
          ? super.getId()
          : called("Thread.getId", super.getId());
    }

    @Override
    public State getState() {
      return called("Thread.getState", super.getState());
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      return called("Thread.getStackTrace", super.getStackTrace());
    }

    @Override
    public boolean isInterrupted() {
      return called("Thread.isInterrupted", super.isInterrupted());
    }

    @Override
    public ClassLoader getContextClassLoader() {
      return called("Thread.getContextClassLoader", super.getContextClassLoader());
    }

    @Override
    public String toString() {
      return called("Thread.toString", super.toString());
    }

    @Override
    public int hashCode() {
      return called("Thread.hashCode", super.hashCode());
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return called("Thread.equals", super.equals(other));
    }
  }

  private static final class Task implements Runnable, Comparable<Task> {
    @Override
    public void run() {}

    @Override
    public int compareTo(Task other) {
      return called("Task.compareTo", 0);
    }

    @Override
    public String toString() {
      return called("Task.toString", "task");
    }

    @Override
    public int hashCode() {
      return called("Task.hashCode", 1);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return called("Task.equals", this == other);
    }
  }

  private static final class Queue extends LinkedBlockingQueue<Runnable> {
    private static final long serialVersionUID = 1;

    @Override
    public int size() {
      return called("Queue.size", super.size());
    }

    @Override
    public boolean isEmpty() {
      return called("Queue.isEmpty", super.isEmpty());
    }

    @Override
    public int remainingCapacity() {
      return called("Queue.remainingCapacity", super.remainingCapacity());
    }

    @Override
    public Iterator<Runnable> iterator() {
      return called("Queue.iterator", super.iterator());
    }

    @Override
    public Object[] toArray() {
      return called("Queue.toArray", super.toArray());
    }

    @Override
    public Runnable peek() {
      return called("Queue.peek", super.peek());
    }

    @Override
    public boolean contains(Object task) {
      return called("Queue.contains", super.contains(task));
    }

    @Override
    public int drainTo(Collection<? super Runnable> to) {
      return called("Queue.drainTo", super.drainTo(to));
    }

    @Override
    public String toString() {
      return called("Queue.toString", super.toString());
    }

    @Override
    public int hashCode() {
      return called("Queue.hashCode", super.hashCode());
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return called("Queue.equals", super.equals(other));
    }
  }

  private static final class Pool extends ThreadPoolExecutor {
    Pool(Queue queue) {
      super(1, 1, 0, TimeUnit.SECONDS, queue);
    }

    @Override
    public java.util.concurrent.BlockingQueue<Runnable> getQueue() {
      return called("Pool.getQueue", super.getQueue());
    }

    @Override
    public int getActiveCount() {
      return called("Pool.getActiveCount", super.getActiveCount());
    }

    @Override
    public int getPoolSize() {
      return called("Pool.getPoolSize", super.getPoolSize());
    }

    @Override
    public int getCorePoolSize() {
      return called("Pool.getCorePoolSize", super.getCorePoolSize());
    }

    @Override
    public int getMaximumPoolSize() {
      return called("Pool.getMaximumPoolSize", super.getMaximumPoolSize());
    }

    @Override
    public long getCompletedTaskCount() {
      return called("Pool.getCompletedTaskCount", super.getCompletedTaskCount());
    }

    @Override
    public boolean isShutdown() {
      return called("Pool.isShutdown", super.isShutdown());
    }

    @Override
    public boolean isTerminated() {
      return called("Pool.isTerminated", super.isTerminated());
    }

    @Override
    public java.util.concurrent.ThreadFactory getThreadFactory() {
      return called("Pool.getThreadFactory", super.getThreadFactory());
    }

    @Override
    public String toString() {
      return called("Pool.toString", super.toString());
    }

    @Override
    public int hashCode() {
      return called("Pool.hashCode", super.hashCode());
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return called("Pool.equals", super.equals(other));
    }
  }

  private static final class Forks extends ForkJoinPool {
    Forks() {
      super(1);
    }

    @Override
    public int getParallelism() {
      return called("Forks.getParallelism", super.getParallelism());
    }

    @Override
    public int getPoolSize() {
      return called("Forks.getPoolSize", super.getPoolSize());
    }

    @Override
    public int getActiveThreadCount() {
      return called("Forks.getActiveThreadCount", super.getActiveThreadCount());
    }

    @Override
    public int getRunningThreadCount() {
      return called("Forks.getRunningThreadCount", super.getRunningThreadCount());
    }

    @Override
    public long getStealCount() {
      return called("Forks.getStealCount", super.getStealCount());
    }

    @Override
    public long getQueuedTaskCount() {
      return called("Forks.getQueuedTaskCount", super.getQueuedTaskCount());
    }

    @Override
    public int getQueuedSubmissionCount() {
      return called("Forks.getQueuedSubmissionCount", super.getQueuedSubmissionCount());
    }

    @Override
    public boolean isShutdown() {
      return called("Forks.isShutdown", super.isShutdown());
    }

    @Override
    public boolean isTerminated() {
      return called("Forks.isTerminated", super.isTerminated());
    }

    @Override
    public boolean isQuiescent() {
      return called("Forks.isQuiescent", super.isQuiescent());
    }

    @Override
    public ForkJoinWorkerThreadFactory getFactory() {
      return called("Forks.getFactory", super.getFactory());
    }

    @Override
    public String toString() {
      return called("Forks.toString", super.toString());
    }
  }

  private static final class OwnFutureTask extends FutureTask<Integer> {
    OwnFutureTask(Runnable task) {
      super(task, 1);
    }

    @Override
    public boolean isDone() {
      return called("FutureTask.isDone", super.isDone());
    }

    @Override
    public boolean isCancelled() {
      return called("FutureTask.isCancelled", super.isCancelled());
    }

    @Override
    public String toString() {
      return called("FutureTask.toString", super.toString());
    }

    @Override
    public int hashCode() {
      return called("FutureTask.hashCode", super.hashCode());
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return called("FutureTask.equals", super.equals(other));
    }
  }

  private static final class OwnCompletable extends CompletableFuture<Integer> {
    @Override
    public boolean isDone() {
      return called("CompletableFuture.isDone", super.isDone());
    }

    @Override
    public boolean isCompletedExceptionally() {
      return called("CompletableFuture.isCompletedExceptionally", super.isCompletedExceptionally());
    }

    @Override
    public int getNumberOfDependents() {
      return called("CompletableFuture.getNumberOfDependents", super.getNumberOfDependents());
    }

    @Override
    public String toString() {
      return called("CompletableFuture.toString", super.toString());
    }

    @Override
    public int hashCode() {
      return called("CompletableFuture.hashCode", super.hashCode());
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return called("CompletableFuture.equals", super.equals(other));
    }
  }
}
