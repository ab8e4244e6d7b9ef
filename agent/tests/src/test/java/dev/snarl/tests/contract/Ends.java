package dev.snarl.tests.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** Interrupts, time-outs and cancellation. */
@SuppressWarnings({"FutureReturnValueIgnored", "NullAway"})
final class Ends implements Checks.Group {
  @Override
  public void run(Checks checks) {
    checks.that("interrupted in FutureTask.get", () -> interrupted(new FutureTask<>(() -> 1)::get));
    checks.that(
        "interrupted in a timed get",
        () -> interrupted(() -> new FutureTask<>(() -> 1).get(60, TimeUnit.SECONDS)));
    checks.that(
        "interrupted in CompletableFuture.get",
        () -> interrupted(new CompletableFuture<String>()::get));
    checks.that(
        "interrupted in its timed get",
        () -> interrupted(() -> new CompletableFuture<String>().get(60, TimeUnit.SECONDS)));
    checks.that(
        "interrupted in ForkJoinTask.get",
        () -> interrupted(ForkJoinTask.adapt(() -> "never")::get));
    checks.that(
        "interrupted in its timed get",
        () -> interrupted(() -> ForkJoinTask.adapt(() -> 1).get(60, TimeUnit.SECONDS)));
    checks.that("interrupted in invokeAll", Ends::interruptedInvokeAll);
    checks.that("interrupted in awaitTermination", Ends::interruptedTermination);
    checks.that("interrupted before get", Ends::interruptedBefore);
    checks.that("join keeps the interrupt", Ends::join);
    checks.that("fork-join join keeps the interrupt", Ends::joinForkJoin);
    checks.that("a worker's interrupt is not the next task's", Ends::leftOver);
    checks.that("timed get", Ends::timedGet);
    checks.that("orTimeout and completeOnTimeout", Ends::timeouts);
    checks.that("cancel while queued", Ends::cancelQueued);
    checks.that("cancel(true) while running", () -> cancelRunning(true));
    checks.that("cancel(false) while running", () -> cancelRunning(false));
    checks.that("cancel while waited for", Ends::cancelWaited);
    checks.that("cancelled CompletableFuture", Ends::cancelCompletable);
    checks.that("cancelled fork-join task", Ends::cancelForkJoin);
    checks.that("cancel of an interruptible fork-join task", Ends::cancelInterruptible);
    checks.that("shutdownNow of a fork-join pool", Ends::shutdownForkJoin);
    checks.that("unpark reaches a get", Ends::permit);
  }

  /** Interrupts a thread in this wait: what is thrown, from where, and the flag behind it. */
  private static Object interrupted(Callable<?> wait) {
    return interrupted(wait, new CountDownLatch(0));
  }

  private static Object interrupted(Callable<?> wait, CountDownLatch begun) {
    AtomicReference<String> seen = new AtomicReference<>("");
    Thread waiter =
        new Thread(
            () -> {
              try {
                seen.set("returned " + wait.call());
              } catch (Exception e) {
                seen.set(Said.trace(e) + " flag " + Thread.currentThread().isInterrupted());
              }
            },
            "waiter");
    waiter.start();
    Moments.await(begun);
    Moments.waits(waiter);
    waiter.interrupt();
    Moments.join(waiter);
    return seen.get();
  }

  private static Object interruptedInvokeAll() {
    CountDownLatch begun = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(1);
    List<String> inside = Collections.synchronizedList(new ArrayList<>());
    Callable<String> task =
        () -> {
          begun.countDown();
          try {
            Thread.sleep(60_000);
          } catch (InterruptedException e) {
            inside.add("interrupted");
          }
          return "";
        };
    Object seen = interrupted(() -> pool.invokeAll(List.of(task, task)), begun);
    Moments.end(pool);
    return seen + " " + inside;
  }

  private static Object interruptedTermination() {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    Object seen = interrupted(() -> pool.awaitTermination(60, TimeUnit.SECONDS));
    Moments.end(pool);
    return seen;
  }

  private static Object interruptedBefore() {
    CompletableFuture<Integer> done = CompletableFuture.completedFuture(1);
    List<String> seen = new ArrayList<>();
    Thread.currentThread().interrupt();
    seen.add(Said.failure(done::get) + " " + Thread.interrupted());
    Thread.currentThread().interrupt();
    seen.add(Said.failure(new CompletableFuture<>()::get) + " " + Thread.interrupted());
    FutureTask<Integer> task = new FutureTask<>(() -> 1);
    Thread.currentThread().interrupt();
    seen.add(Said.failure(task::get) + " " + Thread.interrupted());
    task.run();
    Thread.currentThread().interrupt();
    seen.add(Said.failure(task::get) + " " + Thread.interrupted());
    return seen;
  }

  private static Object join() {
    CompletableFuture<Integer> future = new CompletableFuture<>();
    AtomicReference<String> seen = new AtomicReference<>();
    Thread waiter =
        new Thread(
            () -> seen.set(future.join() + " flag " + Thread.currentThread().isInterrupted()));
    waiter.start();
    Moments.waits(waiter);
    waiter.interrupt();
    Moments.sleep(5);
    Moments.waits(waiter);
    future.complete(1);
    Moments.join(waiter);
    return seen.get();
  }

  private static Object joinForkJoin() {
    ForkJoinTask<Integer> task = ForkJoinTask.adapt(() -> 1);
    AtomicReference<String> seen = new AtomicReference<>();
    Thread waiter =
        new Thread(() -> seen.set(task.join() + " flag " + Thread.currentThread().isInterrupted()));
    waiter.start();
    Moments.waits(waiter);
    waiter.interrupt();
    Moments.sleep(5);
    task.complete(2);
    Moments.join(waiter);
    return seen.get();
  }

  private static Object leftOver() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    pool.submit(() -> Thread.currentThread().interrupt()).get();
    Object seen = pool.submit(() -> Thread.currentThread().isInterrupted()).get();
    Moments.end(pool);
    return seen;
  }

  private static Object timedGet() {
    List<String> seen = new ArrayList<>();
    for (Future<?> future :
        List.of(
            new FutureTask<>(() -> 1),
            new CompletableFuture<>(),
            ForkJoinTask.adapt(() -> 1),
            CompletableFuture.allOf(new CompletableFuture<>()))) {
      for (long millis : new long[] {-1, 0, 20}) {
        try {
          future.get(millis, TimeUnit.MILLISECONDS);
        } catch (Exception e) {
          seen.add(Said.trace(e));
        }
      }
      seen.add(future.isDone() + " " + future.isCancelled());
    }
    return seen;
  }

  private static Object timeouts() {
    CompletableFuture<Integer> first =
        new CompletableFuture<Integer>().orTimeout(10, TimeUnit.MILLISECONDS);
    CompletableFuture<Integer> second =
        new CompletableFuture<Integer>().completeOnTimeout(2, 10, TimeUnit.MILLISECONDS);
    AtomicReference<String> by = new AtomicReference<>();
    second.thenRun(() -> by.set(Thread.currentThread().getName()));
    String seen = Said.failure(first::join) + " " + Said.failure(first::get) + " " + second.join();
    Moments.until("the stage ran", () -> by.get() != null);
    return seen;
  }

  private static Object cancelQueued() {
    CountDownLatch gate = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(1);
    pool.execute(() -> Moments.await(gate));
    Future<?> future = pool.submit(() -> System.out.println("never"));
    String seen = future.cancel(true) + " " + future.cancel(true) + " " + future.isDone();
    seen += " " + future.isCancelled() + " " + Said.failure(future::get) + " " + future;
    gate.countDown();
    Moments.end(pool);
    return seen;
  }

  private static Object cancelRunning(boolean interrupt) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    AtomicReference<String> inside = new AtomicReference<>();
    Future<String> future =
        pool.submit(
            () -> {
              begun.countDown();
              try {
                gate.await();
                inside.set("went on");
              } catch (InterruptedException e) {
                inside.set("interrupted, flag " + Thread.currentThread().isInterrupted());
              }
              return "value";
            });
    Moments.await(begun);
    String seen =
        future.cancel(interrupt) + " " + future.isCancelled() + " " + Said.failure(future::get);
    if (!interrupt) {
      gate.countDown();
    }
    Moments.end(pool);
    return seen + " " + inside;
  }

  private static Object cancelWaited() {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    for (Future<?> future :
        List.of(
            new FutureTask<>(() -> 1), new CompletableFuture<>(), ForkJoinTask.adapt(() -> 1))) {
      Thread waiter =
          new Thread(
              () -> {
                try {
                  seen.add("got " + future.get());
                } catch (Exception e) {
                  seen.add(Said.trace(e));
                }
              });
      waiter.start();
      Moments.waits(waiter);
      seen.add("cancelled " + future.cancel(true));
      Moments.join(waiter);
    }
    seen.sort(String::compareTo);
    return seen;
  }

  private static Object cancelCompletable() {
    CompletableFuture<Integer> source = new CompletableFuture<>();
    CompletableFuture<Integer> stage = source.thenApply(x -> x + 1);
    String seen = source.cancel(true) + " " + source.isCancelled() + " " + stage.isCancelled();
    return seen
        + " "
        + Said.failure(source::get)
        + " "
        + Said.failure(stage::get)
        + " "
        + Said.failure(stage::join)
        + " "
        + Said.failure(() -> stage.getNow(0));
  }

  private static Object cancelForkJoin() {
    ForkJoinTask<Integer> task = ForkJoinTask.adapt(() -> 1);
    String seen = task.cancel(true) + " " + task.isCancelled() + " " + task.isCompletedNormally();
    return seen
        + " "
        + Said.failure(task::get)
        + " "
        + Said.failure(task::join)
        + " "
        + Said.failure(task::invoke)
        + " "
        + task.getException();
  }

  private static Object cancelInterruptible() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    CountDownLatch begun = new CountDownLatch(1);
    AtomicReference<String> inside = new AtomicReference<>();
    Future<String> future =
        pool.submit(
            () -> {
              begun.countDown();
              try {
                Thread.sleep(300);
                inside.set("slept");
              } catch (InterruptedException e) {
                inside.set("interrupted");
              }
              return "value";
            });
    Moments.await(begun);
    String seen = future.cancel(true) + " " + Said.failure(future::get);
    Moments.end(pool);
    return seen + " " + inside;
  }

  private static Object shutdownForkJoin() {
    ForkJoinPool pool = new ForkJoinPool(1);
    CountDownLatch begun = new CountDownLatch(1);
    AtomicReference<String> inside = new AtomicReference<>();
    pool.execute(
        () -> {
          begun.countDown();
          try {
            Thread.sleep(60_000);
          } catch (InterruptedException e) {
            inside.set("interrupted");
          }
        });
    ForkJoinTask<Integer> queued = pool.submit(() -> 1);
    Moments.await(begun);
    String seen = pool.shutdownNow().toString();
    Moments.end(pool);
    return seen + " " + inside + " " + queued.isCancelled() + " " + Said.failure(queued::get);
  }

  private static Object permit() {
    FutureTask<Integer> task = new FutureTask<>(() -> 1);
    AtomicReference<String> seen = new AtomicReference<>();
    Thread waiter =
        new Thread(
            () -> {
              LockSupport.unpark(Thread.currentThread());
              seen.set(Said.failure(task::get));
              long before = System.nanoTime();
              LockSupport.parkNanos(20_000_000);
              seen.set(seen.get() + " " + (System.nanoTime() - before > 0));
            });
    waiter.start();
    LockSupport.unpark(waiter);
    Moments.waits(waiter);
    LockSupport.unpark(waiter);
    Moments.sleep(2);
    Moments.waits(waiter);
    task.run();
    Moments.join(waiter);
    return seen.get();
  }
}
