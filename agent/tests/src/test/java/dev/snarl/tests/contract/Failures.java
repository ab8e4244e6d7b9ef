package dev.snarl.tests.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Exceptions arrive with their frames, causes and suppressed ones, and kill whom they killed. */
@SuppressWarnings({"FutureReturnValueIgnored", "NullAway"})
final class Failures implements Checks.Group {
  @Override
  public void run(Checks checks) {
    checks.that("submit", Failures::submit);
    checks.that("supplyAsync", Failures::supplyAsync);
    checks.that("supplyAsync on the common pool", Failures::common);
    checks.that("a chain of stages", Failures::chain);
    checks.that("handlers of stages", Failures::handlers);
    checks.that("fork-join", Failures::forkJoin);
    checks.that("fork-join get", Failures::forkJoinGet);
    checks.that("suppressed", Failures::suppressed);
    checks.that("errors", Failures::errors);
    checks.that("own exceptions", Failures::own);
    checks.that("a worker dies and is replaced", Failures::workerDies);
    checks.that("uncaught exception handlers", Failures::uncaught);
    checks.that("a scheduled task that fails is not run again", Failures::scheduled);
    checks.that("a timer dies", Failures::timer);
    checks.that("beforeExecute that throws", Failures::beforeExecute);
    checks.that("done that throws", Failures::done);
    checks.that("identity of the exception", Failures::identity);
    checks.that("a thread started twice", Failures::startedTwice);
    checks.that("stack overflow in a task", Failures::overflow);
  }

  private static String fail() {
    throw new IllegalStateException("from the task");
  }

  private static Object submit() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    Future<String> future = pool.submit(Failures::fail);
    Moments.end(pool);
    try {
      return future.get();
    } catch (ExecutionException e) {
      return Said.trace(e);
    }
  }

  private static Object supplyAsync() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    CompletableFuture<String> future = CompletableFuture.supplyAsync(Failures::fail, pool);
    Moments.end(pool);
    String seen = "";
    try {
      future.join();
    } catch (CompletionException e) {
      seen += Said.trace(e);
    }
    try {
      future.get();
    } catch (ExecutionException e) {
      seen += " GET " + Said.trace(e);
    }
    return seen;
  }

  private static Object common() {
    CompletableFuture<String> future = CompletableFuture.supplyAsync(Failures::fail);
    Moments.until("done", future::isDone);
    try {
      return future.join();
    } catch (CompletionException e) {
      return Said.trace(e);
    }
  }

  private static Object chain() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    CompletableFuture<Object> future =
        CompletableFuture.supplyAsync(() -> 1, pool)
            .thenApplyAsync(x -> x + 1, pool)
            .thenCompose(x -> CompletableFuture.supplyAsync(Failures::fail, pool))
            .thenApply(x -> x);
    Moments.until("done", future::isDone);
    Moments.end(pool);
    try {
      return future.get();
    } catch (ExecutionException e) {
      return Said.chain(e) + " " + Said.trace(e.getCause());
    }
  }

  private static Object handlers() {
    List<String> seen = new ArrayList<>();
    CompletableFuture<String> failed =
        CompletableFuture.failedFuture(new IllegalStateException("first"));
    seen.add(failed.exceptionally(e -> Said.chain(e)).join());
    seen.add(failed.thenApply(x -> x).exceptionally(e -> Said.chain(e)).join());
    seen.add(failed.handle((x, e) -> Said.chain(e)).join());
    seen.add(
        Said.failure(
            failed.whenComplete(
                    (x, e) -> {
                      throw new IllegalArgumentException("second");
                    })
                ::join));
    seen.add(Said.failure(() -> failed.thenApply(x -> x).getNow("")));
    seen.add(failed.toString());
    return seen;
  }

  private static final class Deep extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1;
    private final int depth;

    Deep(int depth) {
      this.depth = depth;
    }

    @Override
    protected Integer compute() {
      if (depth == 0) {
        throw new IllegalArgumentException("at the bottom");
      }
      Deep below = new Deep(depth - 1);
      below.fork();
      return below.join();
    }
  }

  private static Object forkJoin() {
    ForkJoinPool pool = new ForkJoinPool(1);
    try {
      return pool.invoke(new Deep(2));
    } catch (RuntimeException e) {
      return Said.trace(e);
    } finally {
      Moments.end(pool);
    }
  }

  private static Object forkJoinGet() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    ForkJoinTask<Integer> task = pool.submit(new Deep(0));
    Moments.until("done", task::isDone);
    Moments.end(pool);
    try {
      return task.get();
    } catch (ExecutionException e) {
      return Said.trace(e) + " " + Said.chain(task.getException());
    }
  }

  private static Object suppressed() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    Future<?> future =
        pool.submit(
            () -> {
              AutoCloseable resource =
                  () -> {
                    throw new IllegalArgumentException("on close");
                  };
              try (resource) {
                throw new IllegalStateException("in the body");
              }
            });
    Moments.end(pool);
    try {
      return future.get();
    } catch (ExecutionException e) {
      return Said.trace(e.getCause());
    }
  }

  private static Object errors() {
    List<String> seen = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(1);
    for (Throwable thrown :
        List.of(new OutOfMemoryError("made up"), new StackOverflowError(), new AssertionError(1))) {
      Runnable task =
          () -> {
            throw (Error) thrown;
          };
      seen.add(Said.failure(pool.submit(task)::get));
      seen.add(Said.failure(CompletableFuture.runAsync(task, pool)::get));
      seen.add(Said.failure(ForkJoinTask.adapt(task)::invoke));
    }
    Moments.end(pool);
    return seen;
  }

  /** Without a public constructor, so that the fork-join pool cannot copy it. */
  private static final class Own extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int code;

    Own(int code) {
      super("own " + code, null, false, false);
      this.code = code;
    }
  }

  private static Object own() {
    ForkJoinPool pool = new ForkJoinPool(1);
    List<Object> seen = new ArrayList<>();
    Own thrown = new Own(7);
    ForkJoinTask<?> task =
        pool.submit(
            (Runnable)
                () -> {
                  throw thrown;
                });
    Moments.until("done", task::isDone);
    try {
      task.join();
    } catch (RuntimeException e) {
      seen.add(e == thrown);
      seen.add(e.getStackTrace().length);
      seen.add(Said.chain(e));
    }
    seen.add(thrown.code);
    Moments.end(pool);
    return seen;
  }

  private static Object workerDies() throws Exception {
    List<String> names = Collections.synchronizedList(new ArrayList<>());
    List<String> deaths = Collections.synchronizedList(new ArrayList<>());
    ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
    pool.setThreadFactory(
        task -> {
          Thread thread = new Thread(task, "worker-" + names.size());
          names.add(thread.getName());
          thread.setUncaughtExceptionHandler(
              (dying, thrown) -> deaths.add(dying.getName() + " " + Said.trace(thrown)));
          return thread;
        });
    pool.execute(Failures::fail);
    String next = pool.submit(() -> Thread.currentThread().getName()).get();
    Moments.end(pool);
    Moments.until("the death was told", () -> !deaths.isEmpty());
    return next + " " + names + " " + deaths + " " + pool.getCompletedTaskCount();
  }

  private static Object uncaught() {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, thrown) ->
            seen.add("default, on " + Thread.currentThread().getName() + " " + Said.trace(thrown)));
    ThreadGroup group =
        new ThreadGroup("own group") {
          @Override
          public void uncaughtException(Thread thread, Throwable thrown) {
            seen.add("group " + thread.getName() + " " + thrown.getMessage());
          }
        };
    Thread plain = new Thread(Failures::fail, "plain");
    plain.start();
    Moments.join(plain);
    Thread grouped = new Thread(group, Failures::fail, "grouped");
    grouped.start();
    Moments.join(grouped);
    ForkJoinPool pool =
        new ForkJoinPool(
            1,
            ForkJoinPool.defaultForkJoinWorkerThreadFactory,
            (thread, thrown) -> seen.add("pool " + thrown.getMessage()),
            false);
    pool.execute(Failures::fail);
    Moments.end(pool);
    Thread.setDefaultUncaughtExceptionHandler(before);
    return before + " " + seen;
  }

  private static Object scheduled() {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    List<Integer> runs = Collections.synchronizedList(new ArrayList<>());
    Future<?> future =
        pool.scheduleAtFixedRate(
            () -> {
              runs.add(runs.size());
              if (runs.size() == 3) {
                throw new IllegalStateException("third");
              }
            },
            0,
            1,
            TimeUnit.MILLISECONDS);
    String seen = Said.failure(future::get);
    seen += " " + pool.getQueue().size() + " " + future.isCancelled();
    Moments.end(pool);
    return seen + " " + runs;
  }

  private static Object timer() {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    Timer timer = new Timer("own timer", true);
    CountDownLatch dead = new CountDownLatch(1);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            Thread.currentThread()
                .setUncaughtExceptionHandler(
                    (thread, thrown) -> {
                      seen.add(thread.getName() + " " + Said.trace(thrown));
                      dead.countDown();
                    });
            fail();
          }
        },
        0);
    Moments.await(dead);
    Moments.until(
        "the timer refuses",
        () ->
            Said.failure(
                    () -> {
                      timer.purge();
                      timer.schedule(
                          new TimerTask() {
                            @Override
                            public void run() {}
                          },
                          60_000);
                      return "";
                    })
                .contains("IllegalState"));
    return seen;
  }

  private static Object beforeExecute() {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new java.util.concurrent.LinkedBlockingQueue<>()) {
          @Override
          protected void beforeExecute(Thread thread, Runnable task) {
            throw new IllegalStateException("not this one");
          }
        };
    pool.setThreadFactory(
        task -> {
          Thread thread = new Thread(task);
          thread.setUncaughtExceptionHandler((dying, thrown) -> seen.add(Said.trace(thrown)));
          return thread;
        });
    pool.execute(() -> seen.add("ran"));
    Moments.until("the worker died", () -> !seen.isEmpty());
    Moments.end(pool);
    return seen + " " + pool.getCompletedTaskCount();
  }

  private static Object done() {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    java.util.concurrent.FutureTask<String> task =
        new java.util.concurrent.FutureTask<>(() -> "value") {
          @Override
          protected void done() {
            throw new IllegalStateException("in done");
          }
        };
    Thread thread = new Thread(task);
    thread.setUncaughtExceptionHandler((dying, thrown) -> seen.add(Said.trace(thrown)));
    thread.start();
    Moments.join(thread);
    return seen + " " + Said.failure(task::get);
  }

  private static Object identity() throws Exception {
    IllegalStateException thrown = new IllegalStateException("one");
    ExecutorService pool = Executors.newFixedThreadPool(1);
    Future<?> future =
        pool.submit(
            (Runnable)
                () -> {
                  throw thrown;
                });
    String seen = "";
    try {
      future.get();
    } catch (ExecutionException e) {
      seen += e.getCause() == thrown;
    }
    try {
      CompletableFuture.supplyAsync(
              () -> {
                throw thrown;
              },
              pool)
          .join();
    } catch (CompletionException e) {
      seen += " " + (e.getCause() == thrown);
    }
    Moments.end(pool);
    return seen + " " + thrown.getSuppressed().length;
  }

  private static Object startedTwice() {
    Thread thread = new Thread(() -> {});
    thread.start();
    Moments.join(thread);
    try {
      thread.start();
      return "started";
    } catch (IllegalThreadStateException e) {
      return Said.trace(e);
    }
  }

  private static int deeper(int depth) {
    return depth < 0 ? 0 : 1 + deeper(depth + 1);
  }

  private static Object overflow() {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    String seen = Said.failure(pool.submit(() -> deeper(0))::get);
    seen += " " + Said.failure(pool.submit(() -> 1)::get);
    Moments.end(pool);
    return seen;
  }
}
