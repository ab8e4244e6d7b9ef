package dev.snarl.tests.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What happens to a task that a pool does not take. */
@SuppressWarnings({"NullAway", "FutureReturnValueIgnored", "ErroneousThreadPoolConstructorChecker"})
final class Rejections implements Checks.Group {
  @Override
  public void run(Checks checks) {
    checks.that("abort", () -> full(new ThreadPoolExecutor.AbortPolicy()));
    checks.that("caller runs", () -> full(new ThreadPoolExecutor.CallerRunsPolicy()));
    checks.that("discard", () -> full(new ThreadPoolExecutor.DiscardPolicy()));
    checks.that("discard oldest", () -> full(new ThreadPoolExecutor.DiscardOldestPolicy()));
    checks.that("a handler that throws", Rejections::throwing);
    checks.that("a handler that queues", Rejections::queueing);
    checks.that("after shutdown", Rejections::afterShutdown);
    checks.that("message and frames", Rejections::message);
    checks.that("submit and supplyAsync", Rejections::submit);
    checks.that("scheduled", Rejections::scheduled);
    checks.that("fork-join", Rejections::forkJoin);
    checks.that("direct hand-over", Rejections::synchronous);
    checks.that("null", Rejections::nothing);
    checks.that("a thread factory that makes none", Rejections::noThread);
    checks.that("a thread factory that throws", Rejections::throwingFactory);
  }

  private static ThreadPoolExecutor oneAndOne(RejectedExecutionHandler handler) {
    return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1), handler);
  }

  private static Object full(RejectedExecutionHandler handler) {
    List<String> ran = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch gate = new CountDownLatch(1);
    ThreadPoolExecutor pool = oneAndOne(handler);
    pool.execute(() -> Moments.await(gate));
    String main = Thread.currentThread().getName();
    for (int i = 0; i < 4; i++) {
      int n = i;
      try {
        pool.execute(
            () -> ran.add(n + (Thread.currentThread().getName().equals(main) ? " here" : "")));
      } catch (RuntimeException e) {
        ran.add(n + " " + e.getClass().getName());
      }
    }
    gate.countDown();
    Moments.end(pool);
    String after = Said.failure(() -> Thread.currentThread().isInterrupted());
    try {
      pool.execute(() -> ran.add("after the end"));
    } catch (RuntimeException e) {
      ran.add("after the end " + e.getClass().getName());
    }
    return ran + " " + after + " " + pool.getCompletedTaskCount() + " " + pool.getTaskCount();
  }

  private static Object throwing() {
    CountDownLatch gate = new CountDownLatch(1);
    ThreadPoolExecutor pool =
        oneAndOne(
            (task, executor) -> {
              throw new IllegalStateException("own");
            });
    pool.execute(() -> Moments.await(gate));
    pool.execute(() -> {});
    try {
      pool.execute(() -> {});
      return "not rejected";
    } catch (IllegalStateException e) {
      return Said.trace(e);
    } finally {
      gate.countDown();
      Moments.end(pool);
    }
  }

  private static Object queueing() {
    CountDownLatch gate = new CountDownLatch(1);
    List<Integer> ran = new ArrayList<>();
    List<Runnable> later = new ArrayList<>();
    ThreadPoolExecutor pool = oneAndOne((task, executor) -> later.add(task));
    pool.execute(() -> Moments.await(gate));
    for (int i = 0; i < 4; i++) {
      int n = i;
      pool.execute(() -> ran.add(n));
    }
    gate.countDown();
    Moments.until("the queue is empty", () -> pool.getCompletedTaskCount() == 2);
    later.forEach(Runnable::run);
    Moments.end(pool);
    return ran;
  }

  private static Object afterShutdown() {
    ThreadPoolExecutor pool = oneAndOne(new ThreadPoolExecutor.AbortPolicy());
    pool.shutdown();
    pool.shutdown();
    String state = pool.isShutdown() + " " + pool.isTerminating();
    Moments.end(pool);
    return state
        + " "
        + pool.shutdownNow()
        + " "
        + pool
        + " "
        + Said.failure(() -> pool.submit(() -> 1));
  }

  private static Object message() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    Moments.end(pool);
    try {
      pool.submit(() -> {});
      return "not rejected";
    } catch (RuntimeException e) {
      return Said.trace(e);
    }
  }

  private static Object submit() {
    ThreadPoolExecutor pool = oneAndOne(new ThreadPoolExecutor.AbortPolicy());
    Moments.end(pool);
    String supplied = Said.failure(() -> CompletableFuture.supplyAsync(() -> 1, pool));
    CompletableFuture<Integer> source = new CompletableFuture<>();
    CompletableFuture<Integer> stage = source.thenApplyAsync(x -> x, pool);
    source.complete(1);
    return supplied
        + " "
        + Said.failure(stage::join)
        + " "
        + Said.failure(() -> pool.invokeAll(List.of(() -> 1)))
        + " "
        + Said.failure(() -> pool.invokeAny(List.of(() -> 1)));
  }

  private static Object scheduled() {
    List<String> got = new ArrayList<>();
    ScheduledThreadPoolExecutor pool =
        new ScheduledThreadPoolExecutor(
            1, (task, executor) -> got.add(task.getClass().getSimpleName()));
    pool.shutdown();
    pool.schedule(() -> {}, 1, TimeUnit.SECONDS);
    pool.execute(() -> {});
    pool.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.SECONDS);
    Moments.end(pool);
    return got;
  }

  private static Object forkJoin() {
    ForkJoinPool pool = new ForkJoinPool(1);
    Moments.end(pool);
    List<String> seen = new ArrayList<>();
    seen.add(Said.failure(() -> pool.submit(() -> 1)));
    seen.add(
        Said.failure(
            () -> {
              pool.execute(() -> {});
              return "";
            }));
    ForkJoinPool common = ForkJoinPool.commonPool();
    common.shutdown();
    seen.add(common.isShutdown() + " " + common.shutdownNow());
    return seen;
  }

  private static Object synchronous() {
    CountDownLatch gate = new CountDownLatch(1);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(0, 2, 1, TimeUnit.SECONDS, new SynchronousQueue<>());
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      seen.add(
          Said.failure(
                  () -> {
                    pool.execute(() -> Moments.await(gate));
                    return "taken";
                  })
              .replaceAll("\\(.*", ""));
    }
    seen.add("threads " + pool.getPoolSize() + " largest " + pool.getLargestPoolSize());
    gate.countDown();
    Moments.end(pool);
    return seen;
  }

  private static Object nothing() {
    ThreadPoolExecutor pool = oneAndOne(new ThreadPoolExecutor.AbortPolicy());
    List<String> seen = new ArrayList<>();
    try {
      pool.execute(null);
    } catch (NullPointerException e) {
      seen.add(Said.trace(e));
    }
    try {
      ForkJoinPool.commonPool().execute((Runnable) null);
    } catch (NullPointerException e) {
      seen.add(Said.trace(e));
    }
    try {
      CompletableFuture.supplyAsync(null);
    } catch (NullPointerException e) {
      seen.add(Said.trace(e));
    }
    try {
      new ScheduledThreadPoolExecutor(1).schedule((Runnable) null, 1, TimeUnit.SECONDS);
    } catch (NullPointerException e) {
      seen.add(Said.trace(e));
    }
    try {
      new ThreadPoolExecutor(-1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    } catch (IllegalArgumentException e) {
      seen.add(Said.trace(e));
    }
    Moments.end(pool);
    return seen;
  }

  private static Object noThread() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> null);
    pool.execute(() -> {});
    String seen = pool.getPoolSize() + " " + pool.getQueue().size();
    pool.shutdownNow();
    Moments.end(pool);
    return seen;
  }

  private static Object throwingFactory() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              throw new IllegalStateException("no thread today");
            });
    try {
      pool.execute(() -> {});
      return "taken";
    } catch (IllegalStateException e) {
      return Said.trace(e) + " " + pool.getPoolSize();
    } finally {
      Moments.end(pool);
    }
  }
}
