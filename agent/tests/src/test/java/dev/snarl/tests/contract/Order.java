package dev.snarl.tests.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What comes before what. */
@SuppressWarnings("FutureReturnValueIgnored")
final class Order implements Checks.Group {
  @Override
  public void run(Checks checks) {
    checks.that("one thread, first in, first out", Order::fifo);
    checks.that("invokeAll", Order::invokeAll);
    checks.that("invokeAll of a fork-join pool", Order::invokeAllForkJoin);
    checks.that("invokeAll in time", Order::invokeAllTimed);
    checks.that("invokeAll and failures", Order::invokeAllFailing);
    checks.that("invokeAny", Order::invokeAny);
    checks.that("invokeAny, all fail", Order::invokeAnyFailing);
    checks.that("priority queue", Order::priorities);
    checks.that("calls of compareTo", Order::comparisons);
    checks.that("delay queue", Order::delays);
    checks.that("schedules with the same deadline", Order::sameDeadline);
    checks.that("schedules with other deadlines", Order::deadlines);
    checks.that("dependents", Order::dependents);
    checks.that("fork-join first in, first out", Order::asyncMode);
    checks.that("allOf and anyOf", Order::allAndAny);
  }

  private static Object fifo() {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int n = i;
      switch (i % 4) {
        case 0 -> pool.execute(() -> order.add(n));
        case 1 -> pool.submit(() -> order.add(n));
        case 2 -> CompletableFuture.runAsync(() -> order.add(n), pool);
        default -> CompletableFuture.supplyAsync(() -> order.add(n), pool);
      }
    }
    Moments.end(pool);
    return order;
  }

  private static List<Callable<Integer>> slowestFirst() {
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int n = i;
      tasks.add(
          () -> {
            Moments.sleep(12 - 2L * n);
            return n;
          });
    }
    return tasks;
  }

  private static Object results(List<Future<Integer>> futures) throws Exception {
    List<Object> results = new ArrayList<>();
    for (Future<Integer> future : futures) {
      results.add(future.isDone() + " " + future.isCancelled());
      try {
        results.add(future.get());
      } catch (ExecutionException | java.util.concurrent.CancellationException e) {
        results.add(Said.chain(e));
      }
    }
    return results;
  }

  private static Object invokeAll() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(6);
    Object results = results(pool.invokeAll(slowestFirst()));
    Moments.end(pool);
    return results;
  }

  private static Object invokeAllForkJoin() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(3);
    Object results = results(pool.invokeAll(slowestFirst()));
    Moments.end(pool);
    return results;
  }

  private static Object invokeAllTimed() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    CountDownLatch gate = new CountDownLatch(1);
    List<Callable<Integer>> tasks =
        List.of(
            () -> 1,
            () -> {
              gate.await();
              return 2;
            },
            () -> 3);
    Object results = results(pool.invokeAll(tasks, 400, TimeUnit.MILLISECONDS));
    gate.countDown();
    Moments.end(pool);
    return results;
  }

  private static Object invokeAllFailing() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Object results =
        results(
            pool.invokeAll(
                List.of(
                    () -> 1,
                    () -> {
                      throw new java.io.IOException("second");
                    },
                    () -> 3)));
    Moments.end(pool);
    return results;
  }

  private static Object invokeAny() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    AtomicInteger interrupted = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    Object first =
        pool.invokeAny(
            List.of(
                () -> {
                  begun.countDown();
                  try {
                    Thread.sleep(60_000);
                  } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                  }
                  return "slow";
                },
                () -> {
                  Moments.await(begun);
                  return "fast";
                }));
    Moments.end(pool);
    return first + ", interrupted " + interrupted;
  }

  private static Object invokeAnyFailing() {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Callable<String> failing =
        () -> {
          throw new IllegalStateException("each");
        };
    String seen = Said.failure(() -> pool.invokeAny(List.of(failing, failing)));
    seen += " " + Said.failure(() -> pool.invokeAny(List.of()));
    Moments.end(pool);
    return seen;
  }

  private static final class Ranked implements Runnable, Comparable<Ranked> {
    static final AtomicInteger COMPARED = new AtomicInteger();
    final int rank;
    final List<Integer> order;

    Ranked(int rank, List<Integer> order) {
      this.rank = rank;
      this.order = order;
    }

    @Override
    public void run() {
      order.add(rank);
    }

    @Override
    public int compareTo(Ranked other) {
      COMPARED.incrementAndGet();
      return Integer.compare(rank, other.rank);
    }
  }

  private static ThreadPoolExecutor prioritised(List<Integer> order, int tasks) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new PriorityBlockingQueue<>());
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    pool.execute(
        () -> {
          begun.countDown();
          Moments.await(gate);
        });
    Moments.await(begun);
    for (int i = 0; i < tasks; i++) {
      pool.execute(new Ranked(i * 37 % tasks, order));
    }
    gate.countDown();
    return pool;
  }

  private static Object priorities() {
    List<Integer> order = new ArrayList<>();
    Moments.end(prioritised(order, 100));
    return order;
  }

  private static Object comparisons() {
    Ranked.COMPARED.set(0);
    Moments.end(prioritised(new ArrayList<>(), 300));
    return Ranked.COMPARED.get();
  }

  private record Later(long at, int name, List<Integer> order) implements Delayed, Runnable {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(at, ((Later) other).at);
    }

    @Override
    public void run() {
      order.add(name);
    }
  }

  private static Object delays() {
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    DelayQueue<Later> queue = new DelayQueue<>();
    @SuppressWarnings({"unchecked", "rawtypes"})
    ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, (DelayQueue) queue);
    long now = System.nanoTime();
    for (int i = 0; i < 10; i++) {
      int n = i * 7 % 10;
      queue.add(new Later(now + TimeUnit.MILLISECONDS.toNanos(20 + 2L * n), n, order));
    }
    pool.prestartCoreThread();
    Moments.until("all ran", () -> order.size() == 10);
    Moments.end(pool);
    return order;
  }

  private static Object sameDeadline() {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    List<Integer> order = new ArrayList<>();
    CountDownLatch gate = new CountDownLatch(1);
    pool.execute(() -> Moments.await(gate));
    for (int i = 0; i < 20; i++) {
      int n = i;
      pool.schedule(() -> order.add(n), 0, TimeUnit.NANOSECONDS);
    }
    gate.countDown();
    Moments.end(pool);
    return order;
  }

  private static Object deadlines() {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    List<Object> futures = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      futures.add(pool.schedule(() -> {}, 1 + i * 7 % 20, TimeUnit.HOURS));
    }
    List<Integer> heap = new ArrayList<>();
    for (Object queued : pool.getQueue().toArray()) {
      heap.add(futures.indexOf(queued));
    }
    pool.shutdownNow();
    Moments.end(pool);
    return heap;
  }

  private static Object dependents() {
    List<String> order = new ArrayList<>();
    CompletableFuture<Integer> source = new CompletableFuture<>();
    CompletableFuture<Void> a = source.thenAccept(x -> order.add("a"));
    source.thenRun(() -> order.add("b"));
    source.whenComplete((x, e) -> order.add("c"));
    source.handle((x, e) -> order.add("d"));
    a.thenRun(() -> order.add("a's"));
    source.thenCompose(x -> CompletableFuture.completedFuture(x)).thenRun(() -> order.add("e"));
    source.thenApplyAsync(x -> order.add("direct"), Runnable::run);
    int waiting = source.getNumberOfDependents();
    source.complete(1);
    return waiting + " " + order + " " + source.getNumberOfDependents();
  }

  private static Object asyncMode() {
    ForkJoinPool pool =
        new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
    List<Integer> order = new ArrayList<>();
    ForkJoinTask<?> root =
        pool.submit(
            () -> {
              for (int i = 0; i < 20; i++) {
                int n = i;
                ForkJoinTask.adapt(() -> order.add(n)).fork();
              }
            });
    root.join();
    Moments.end(pool);
    return pool.getAsyncMode() + " " + order;
  }

  private static Object allAndAny() {
    CompletableFuture<Integer> first = new CompletableFuture<>();
    CompletableFuture<Integer> second = new CompletableFuture<>();
    CompletableFuture<Void> all = CompletableFuture.allOf(first, second);
    CompletableFuture<Object> any = CompletableFuture.anyOf(first, second);
    String seen = all.isDone() + " " + any.isDone();
    second.complete(2);
    seen += " " + all.isDone() + " " + any.join();
    first.completeExceptionally(new IllegalStateException("first"));
    return seen + " " + all.isCompletedExceptionally() + " " + Said.failure(all::join);
  }
}
