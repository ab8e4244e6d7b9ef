package dev.snarl.tests.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** CompletableFuture: where its functions run, what its methods return, what subclasses see. */
@SuppressWarnings("FutureReturnValueIgnored")
final class Stages implements Checks.Group {
  @Override
  public void run(Checks checks) {
    checks.that("where stages run", Stages::threads);
    checks.that("where default stages run", Stages::defaults);
    checks.that("delayed executor", Stages::delayed);
    checks.that("completeAsync", Stages::completeAsync);
    checks.that("subclass", Stages::subclass);
    checks.that("copies and minimal stages", Stages::copies);
    checks.that("obtrude", Stages::obtrude);
    checks.that("complete once", Stages::completeOnce);
    checks.that("strings", Stages::strings);
    checks.that("both and either", Stages::both);
    checks.that("a long chain", Stages::longChain);
    checks.that("a deep stack of dependents", Stages::manyDependents);
    checks.that("recovery", Stages::recovery);
    checks.that("waiters that all wake", Stages::waiters);
    checks.that("getNow and state", Stages::now);
  }

  private static ExecutorService named(String name) {
    return Executors.newSingleThreadExecutor(task -> new Thread(task, name));
  }

  private static Object threads() {
    ExecutorService first = named("first");
    ExecutorService second = named("second");
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch gate = new CountDownLatch(1);
    CompletableFuture<String> composed = new CompletableFuture<>();
    CompletableFuture<Void> all =
        CompletableFuture.supplyAsync(
                () -> {
                  Moments.await(gate);
                  return at(seen, "supply");
                },
                first)
            .thenApply(x -> at(seen, "apply"))
            .thenApplyAsync(x -> at(seen, "apply async"), second)
            .thenCompose(x -> composed)
            .handle((x, e) -> at(seen, "handle"))
            .whenCompleteAsync((x, e) -> at(seen, "when complete async"), second)
            .thenRun(() -> at(seen, "run"))
            .thenAcceptAsync(x -> at(seen, "accept async"), first);
    gate.countDown();
    Moments.until("composed", () -> composed.getNumberOfDependents() == 1);
    composed.complete("composed");
    all.join();
    CompletableFuture.completedFuture(1).thenApply(x -> at(seen, "already complete")).join();
    Moments.end(first);
    Moments.end(second);
    return seen;
  }

  private static String at(List<String> seen, String what) {
    seen.add(what + " on " + Thread.currentThread().getName().replaceAll("\\d+", "#"));
    return what;
  }

  private static Object defaults() {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture.runAsync(() -> at(seen, "run"))
        .thenRunAsync(() -> at(seen, "then run"))
        .thenApplyAsync(x -> at(seen, "apply"))
        .join();
    return seen
        + " "
        + new CompletableFuture<>().defaultExecutor().getClass().getName()
        + " "
        + ForkJoinPool.getCommonPoolParallelism();
  }

  private static Object delayed() {
    ExecutorService pool = named("delayed");
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    long before = System.nanoTime();
    CompletableFuture.runAsync(
            () -> at(seen, "run"),
            CompletableFuture.delayedExecutor(15, TimeUnit.MILLISECONDS, pool))
        .join();
    boolean late = System.nanoTime() - before >= 15_000_000L;
    Moments.end(pool);
    return seen + " " + late;
  }

  private static Object completeAsync() {
    ExecutorService pool = named("completing");
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<String> future = new CompletableFuture<>();
    CompletableFuture<String> same = future.completeAsync(() -> at(seen, "supply"), pool);
    String got = (same == future) + " " + future.join();
    Moments.end(pool);
    return got + " " + seen;
  }

  private static final class Own<T> extends CompletableFuture<T> {
    static final List<String> CALLS = Collections.synchronizedList(new ArrayList<>());

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
      CALLS.add("newIncompleteFuture");
      return new Own<>();
    }

    @Override
    public Executor defaultExecutor() {
      CALLS.add("defaultExecutor");
      return Runnable::run;
    }

    @Override
    public boolean isDone() {
      CALLS.add("isDone");
      return super.isDone();
    }

    @Override
    public boolean complete(T value) {
      CALLS.add("complete");
      return super.complete(value);
    }
  }

  private static Object subclass() {
    Own.CALLS.clear();
    Own<Integer> source = new Own<>();
    CompletableFuture<Integer> stage =
        source.thenApplyAsync(x -> x + 1).thenCompose(Own::completedFuture);
    source.complete(1);
    return stage.join() + " " + stage.getClass().getSimpleName() + " " + Own.CALLS;
  }

  private static Object copies() {
    CompletableFuture<Integer> source = new CompletableFuture<>();
    CompletableFuture<Integer> copy = source.copy();
    CompletionStage<Integer> minimal = source.minimalCompletionStage();
    String seen = Said.failure(() -> ((CompletableFuture<Integer>) minimal).get());
    copy.complete(2);
    seen += " " + source.isDone();
    source.complete(1);
    return seen
        + " "
        + copy.join()
        + " "
        + minimal.toCompletableFuture().join()
        + " "
        + minimal.getClass().getSimpleName();
  }

  private static Object obtrude() {
    CompletableFuture<Integer> future = CompletableFuture.completedFuture(1);
    future.obtrudeValue(2);
    String seen = String.valueOf(future.join());
    future.obtrudeException(new IllegalStateException("obtruded"));
    return seen + " " + Said.failure(future::join);
  }

  private static Object completeOnce() {
    CompletableFuture<Integer> future = new CompletableFuture<>();
    return future.complete(1)
        + " "
        + future.complete(2)
        + " "
        + future.completeExceptionally(new IllegalStateException())
        + " "
        + future.cancel(true)
        + " "
        + future.join();
  }

  private static Object strings() {
    CompletableFuture<Integer> future = new CompletableFuture<>();
    String seen = future.toString();
    CompletableFuture<Integer> dependent = future.thenApply(x -> x);
    seen += " " + future + " " + future.getNumberOfDependents();
    future.completeExceptionally(new IllegalStateException("shown"));
    return seen + " " + future + " " + dependent;
  }

  private static Object both() {
    CompletableFuture<Integer> one = new CompletableFuture<>();
    CompletableFuture<Integer> two = new CompletableFuture<>();
    List<Object> seen = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<Integer> sum = one.thenCombine(two, Integer::sum);
    one.acceptEither(two, x -> seen.add("either " + x));
    one.runAfterBoth(two, () -> seen.add("after both"));
    one.runAfterEitherAsync(two, () -> seen.add("after either"), Runnable::run);
    one.thenAcceptBothAsync(two, (x, y) -> seen.add("both " + x + y), Runnable::run);
    two.complete(2);
    one.complete(1);
    return sum.join() + " " + seen;
  }

  private static Object longChain() {
    CompletableFuture<Integer> source = new CompletableFuture<>();
    CompletableFuture<Integer> last = source;
    for (int i = 0; i < 20_000; i++) {
      last = last.thenApply(x -> x + 1);
    }
    source.complete(0);
    return last.join();
  }

  private static Object manyDependents() {
    CompletableFuture<Integer> source = new CompletableFuture<>();
    AtomicInteger ran = new AtomicInteger();
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      all.add(source.thenAccept(x -> ran.incrementAndGet()));
    }
    CompletableFuture<Void> every =
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]));
    source.complete(0);
    every.join();
    return ran.get();
  }

  private static Object recovery() {
    CompletableFuture<Integer> failed =
        CompletableFuture.failedFuture(new IllegalStateException("x"));
    return failed.exceptionally(e -> 1).join()
        + " "
        + failed.exceptionallyCompose(e -> CompletableFuture.completedFuture(2)).join()
        + " "
        + failed.exceptionallyAsync(e -> 3, Runnable::run).join();
  }

  private static Object waiters() {
    CompletableFuture<Integer> future = new CompletableFuture<>();
    AtomicInteger woken = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Thread thread = new Thread(() -> woken.addAndGet(future.join()));
      thread.start();
      threads.add(thread);
    }
    threads.forEach(Moments::waits);
    int dependents = future.getNumberOfDependents();
    future.complete(1);
    threads.forEach(Moments::join);
    return dependents + " " + woken + " " + future.getNumberOfDependents();
  }

  private static Object now() {
    CompletableFuture<Integer> future = new CompletableFuture<>();
    String seen =
        future.getNow(7) + " " + future.isDone() + " " + future.isCompletedExceptionally();
    future.complete(1);
    return seen + " " + future.getNow(7) + " " + future.isDone();
  }
}
