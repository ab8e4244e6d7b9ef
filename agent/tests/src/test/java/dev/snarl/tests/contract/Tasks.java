package dev.snarl.tests.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Everybody sees the very task that was handed over, and nothing around it. */
@SuppressWarnings({"FutureReturnValueIgnored", "ErroneousThreadPoolConstructorChecker"})
final class Tasks implements Checks.Group {
  @Override
  public void run(Checks checks) {
    checks.that("queue", Tasks::queue);
    checks.that("remove", Tasks::remove);
    checks.that("purge", Tasks::purge);
    checks.that("beforeExecute and afterExecute", Tasks::around);
    checks.that("newTaskFor", Tasks::newTaskFor);
    checks.that("rejection handler", Tasks::rejected);
    checks.that("shutdownNow", Tasks::shutdownNow);
    checks.that("scheduled queue", Tasks::scheduled);
    checks.that("decorateTask", Tasks::decorated);
    checks.that("fork-join", Tasks::forkJoin);
    checks.that("completion service", Tasks::completionService);
    checks.that("what executors get from CompletableFuture", Tasks::stages);
    checks.that("what thread factories get", Tasks::workers);
    checks.that("classes of executors", Tasks::classes);
    checks.that("equals of tasks", Tasks::equality);
    checks.that("FutureTask as task", Tasks::futureTask);
  }

  /** A pool of one thread, which stands at the gate. */
  private static ThreadPoolExecutor held(CountDownLatch gate) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    pool.execute(() -> Moments.await(gate));
    return pool;
  }

  private static Object queue() {
    CountDownLatch gate = new CountDownLatch(1);
    ThreadPoolExecutor pool = held(gate);
    Runnable task = () -> {};
    pool.execute(task);
    Future<?> submitted = pool.submit(task);
    BlockingQueue<Runnable> queue = pool.getQueue();
    Iterator<Runnable> all = queue.iterator();
    String seen =
        (queue.peek() == task)
            + " "
            + queue.contains(task)
            + " "
            + (all.next() == task)
            + " "
            + ((Object) all.next() == submitted)
            + " "
            + queue.size()
            + " "
            + (queue.toArray()[0] == task)
            + " "
            + (queue.poll() == task);
    gate.countDown();
    Moments.end(pool);
    return seen;
  }

  private static Object remove() {
    CountDownLatch gate = new CountDownLatch(1);
    ThreadPoolExecutor pool = held(gate);
    Runnable task = () -> {};
    pool.execute(task);
    pool.execute(task);
    FutureTask<String> future = new FutureTask<>(() -> "done");
    pool.execute(future);
    String seen =
        pool.remove(task)
            + " "
            + pool.remove(task)
            + " "
            + pool.remove(task)
            + " "
            + pool.remove(future)
            + " "
            + pool.getQueue().size();
    gate.countDown();
    Moments.end(pool);
    return seen;
  }

  private static Object purge() {
    CountDownLatch gate = new CountDownLatch(1);
    ThreadPoolExecutor pool = held(gate);
    for (int i = 0; i < 10; i++) {
      boolean even = i % 2 == 0;
      Future<?> future = pool.submit(() -> {});
      if (even) {
        future.cancel(false);
      }
    }
    int before = pool.getQueue().size();
    pool.purge();
    String seen = before + " then " + pool.getQueue().size();
    gate.countDown();
    Moments.end(pool);
    return seen + " completed " + pool.getCompletedTaskCount();
  }

  /** Says what happens around its tasks. */
  private static final class Watched extends ThreadPoolExecutor {
    final List<Object> events = Collections.synchronizedList(new ArrayList<>());

    Watched(int threads) {
      super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
      events.add(thread == Thread.currentThread());
      events.add(task);
    }

    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
      events.add(task);
      events.add(String.valueOf(thrown));
    }

    @Override
    protected void terminated() {
      events.add("terminated");
    }
  }

  private static Object around() {
    Watched pool = new Watched(1);
    pool.setThreadFactory(
        task -> {
          Thread thread = new Thread(task, "watched");
          thread.setUncaughtExceptionHandler((dying, thrown) -> {});
          return thread;
        });
    Error error = new Error("from the task");
    Runnable task = () -> {};
    Runnable failing =
        () -> {
          throw error;
        };
    pool.execute(task);
    Future<?> submitted = pool.submit(task);
    pool.execute(failing);
    Moments.end(pool);
    List<Object> expected =
        List.of(
            true,
            task,
            task,
            "null",
            true,
            submitted,
            submitted,
            "null",
            true,
            failing,
            failing,
            error.toString(),
            "terminated");
    return pool.events.equals(expected) + " " + pool.events.size();
  }

  private static Object newTaskFor() throws Exception {
    List<Object> made = new ArrayList<>();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
          @Override
          protected <T> FutureTask<T> newTaskFor(Runnable task, T value) {
            FutureTask<T> future = new FutureTask<>(task, value);
            made.add(future);
            return future;
          }
        };
    Future<String> own = pool.submit(() -> {}, "value");
    String seen = (made.get(0) == own) + " " + own.get() + " " + made.size();
    Moments.end(pool);
    return seen;
  }

  private static Object rejected() {
    CountDownLatch gate = new CountDownLatch(1);
    List<Object> got = new ArrayList<>();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(1),
            (task, executor) -> {
              got.add(task);
              got.add(executor);
              got.add(Thread.currentThread().getName());
            });
    Runnable task = () -> {};
    pool.execute(() -> Moments.await(gate));
    pool.execute(task);
    pool.execute(task);
    Future<?> submitted = pool.submit(task);
    gate.countDown();
    Moments.end(pool);
    String main = Thread.currentThread().getName();
    return got.equals(List.of(task, pool, main, submitted, pool, main)) + " " + submitted.isDone();
  }

  private static Object shutdownNow() {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch began = new CountDownLatch(1);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    pool.execute(
        () -> {
          began.countDown();
          try {
            gate.await();
          } catch (InterruptedException expected) {
            // shutdownNow interrupts the one that runs
          }
        });
    Moments.await(began);
    Runnable task = () -> {};
    pool.execute(task);
    Future<?> submitted = pool.submit(task);
    List<Runnable> left = pool.shutdownNow();
    String seen =
        (left.get(0) == task) + " " + ((Object) left.get(1) == submitted) + " " + left.size();
    Moments.end(pool);
    return seen + " " + submitted.isDone() + " " + submitted.isCancelled();
  }

  private static Object scheduled() throws Exception {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    ScheduledFuture<?> future = pool.schedule(() -> {}, 1, TimeUnit.HOURS);
    ScheduledFuture<?> periodic = pool.scheduleAtFixedRate(() -> {}, 2, 2, TimeUnit.HOURS);
    String seen =
        ((Object) pool.getQueue().peek() == future)
            + " "
            + pool.getQueue().contains(periodic)
            + " "
            + pool.remove((Runnable) future)
            + " "
            + ((Object) pool.getQueue().peek() == periodic)
            + " "
            + ((Object) pool.shutdownNow().get(0) == periodic)
            + " "
            + future.getClass().getName();
    Moments.end(pool);
    return seen;
  }

  private static Object decorated() throws Exception {
    List<Object> got = new ArrayList<>();
    ScheduledThreadPoolExecutor pool =
        new ScheduledThreadPoolExecutor(1) {
          @Override
          protected <V> java.util.concurrent.RunnableScheduledFuture<V> decorateTask(
              Runnable runnable, java.util.concurrent.RunnableScheduledFuture<V> task) {
            got.add(runnable);
            got.add(task);
            return task;
          }
        };
    Runnable task = () -> {};
    ScheduledFuture<?> future = pool.schedule(task, 0, TimeUnit.SECONDS);
    Object value = future.get();
    Moments.end(pool);
    return got.equals(List.of(task, future)) + " " + value;
  }

  private static Object forkJoin() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    ForkJoinTask<String> task = ForkJoinTask.adapt(() -> "value");
    ForkJoinTask<String> submitted = pool.submit(task);
    String seen =
        (submitted == task)
            + " "
            + submitted.get()
            + " "
            + pool.invoke(ForkJoinTask.adapt(() -> 7));
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch began = new CountDownLatch(1);
    pool.execute(
        () -> {
          began.countDown();
          Moments.await(gate);
        });
    Moments.await(began);
    Runnable task2 = () -> {};
    ForkJoinTask<?> queued = pool.submit(task2);
    seen += " " + pool.getQueuedSubmissionCount() + " " + queued.getClass().getSimpleName();
    seen += " " + queued.tryUnfork() + " " + queued.cancel(false);
    gate.countDown();
    Moments.end(pool);
    return seen + " " + queued.isCompletedAbnormally();
  }

  private static Object completionService() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    BlockingQueue<Future<String>> done = new LinkedBlockingQueue<>();
    ExecutorCompletionService<String> service = new ExecutorCompletionService<>(pool, done);
    Future<String> first = service.submit(() -> "first");
    Future<String> second = service.submit(() -> "second");
    Future<String> taken = service.take();
    String seen = (taken == first) + " " + taken.get() + " " + (service.take() == second);
    Moments.end(pool);
    return seen + " " + service.poll();
  }

  private static Object stages() {
    List<String> got = new ArrayList<>();
    java.util.concurrent.Executor direct =
        task -> {
          got.add(
              task.getClass().getName()
                  + " "
                  + (task instanceof CompletableFuture.AsynchronousCompletionTask)
                  + " "
                  + (task instanceof ForkJoinTask));
          task.run();
        };
    CompletableFuture.supplyAsync(() -> 1, direct)
        .thenApplyAsync(x -> x + 1, direct)
        .thenCombineAsync(CompletableFuture.runAsync(() -> {}, direct), (x, y) -> x, direct)
        .whenCompleteAsync((x, e) -> {}, direct)
        .join();
    return got;
  }

  private static Object workers() {
    List<String> got = Collections.synchronizedList(new ArrayList<>());
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1,
            2,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              got.add(task.getClass().getName() + " by " + Thread.currentThread().getName());
              return new Thread(task);
            });
    pool.prestartAllCoreThreads();
    pool.execute(() -> {});
    Moments.end(pool);
    return got;
  }

  private static Object classes() {
    List<String> names = new ArrayList<>();
    for (ExecutorService pool :
        List.of(
            Executors.newSingleThreadExecutor(),
            Executors.newFixedThreadPool(1),
            Executors.newCachedThreadPool(),
            Executors.newScheduledThreadPool(1),
            Executors.newSingleThreadScheduledExecutor(),
            Executors.newWorkStealingPool(1),
            Executors.unconfigurableExecutorService(Executors.newFixedThreadPool(1)))) {
      names.add(pool.getClass().getName() + " " + pool);
      Moments.end(pool);
    }
    return names;
  }

  /** A task that equals any other of its kind. */
  private record Same(List<String> calls) implements Runnable {
    @Override
    public void run() {}

    @Override
    public boolean equals(@Nullable Object other) {
      calls.add("equals");
      return other instanceof Same;
    }

    @Override
    public int hashCode() {
      calls.add("hashCode");
      return 1;
    }

    @Override
    public String toString() {
      calls.add("toString");
      return "same";
    }
  }

  private static Object equality() {
    CountDownLatch gate = new CountDownLatch(1);
    ThreadPoolExecutor pool = held(gate);
    List<String> calls = Collections.synchronizedList(new ArrayList<>());
    pool.execute(new Same(calls));
    String seen = pool.getQueue().contains(new Same(calls)) + " " + pool.remove(new Same(calls));
    gate.countDown();
    Moments.end(pool);
    return seen + " " + calls;
  }

  private static Object futureTask() throws Exception {
    List<String> events = Collections.synchronizedList(new ArrayList<>());
    FutureTask<String> task =
        new FutureTask<>(() -> "value") {
          @Override
          protected void done() {
            events.add("done " + isDone());
          }

          @Override
          protected void set(String value) {
            events.add("set " + value);
            super.set(value);
          }
        };
    Thread thread = new Thread(task, "own");
    thread.start();
    String value = task.get();
    Moments.join(thread);
    task.run();
    return value + " " + events + " " + task;
  }
}
