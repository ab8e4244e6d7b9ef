package dev.snarl.tests.contract;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;

/** What the application lets go of becomes garbage, on threads that live on. */
@SuppressWarnings("FutureReturnValueIgnored")
final class Reachable implements Checks.Group {
  /**
   * Made at the start: nobody will complete them, and nobody but the references below knows them.
   */
  private final List<WeakReference<Object>> unfinished = unfinished();

  @Override
  public void run(Checks checks) {
    checks.that("results", Reachable::results);
    checks.that("stages", Reachable::stages);
    checks.that("ended threads", Reachable::threads);
    checks.that("pools that were shut down", Reachable::pools);
    checks.that("a single-thread executor that was forgotten", Reachable::forgotten);
    checks.that("unfinished futures", () -> collected(unfinished));
  }

  private static Object collected(List<WeakReference<Object>> references) {
    Moments.until(
        references.size()
            + " collected, left "
            + references.stream().filter(reference -> reference.get() != null).count(),
        () -> {
          System.gc();
          Moments.sleep(20);
          return references.stream().allMatch(reference -> reference.get() == null);
        });
    return references.size() + " collected";
  }

  private static Object results() throws Exception {
    List<WeakReference<Object>> references = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    ForkJoinPool forks = new ForkJoinPool(1);
    for (int i = 0; i < 20; i++) {
      references.add(new WeakReference<>(pool.submit(() -> new byte[1000]).get()));
      references.add(new WeakReference<>(forks.submit(() -> new byte[1000]).get()));
      references.add(
          new WeakReference<>(CompletableFuture.supplyAsync(() -> new byte[1000], pool).get()));
    }
    Object seen = collected(references);
    Moments.end(pool);
    Moments.end(forks);
    return seen;
  }

  private static Object stages() throws Exception {
    List<WeakReference<Object>> references = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(1);
    for (int i = 0; i < 20; i++) {
      CompletableFuture<byte[]> last =
          CompletableFuture.supplyAsync(() -> new byte[1000], pool)
              .thenApplyAsync(x -> new byte[1001], pool)
              .thenApply(x -> new byte[1002]);
      references.add(new WeakReference<>(last.get()));
      references.add(new WeakReference<>(last));
    }
    Object seen = collected(references);
    Moments.end(pool);
    return seen;
  }

  private static Object threads() {
    List<WeakReference<Object>> references = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Thread thread = new Thread(() -> {});
      thread.start();
      Moments.join(thread);
      references.add(new WeakReference<>(thread));
    }
    for (int i = 0; i < 5; i++) {
      references.add(new WeakReference<>(new Thread(() -> {})));
    }
    return collected(references);
  }

  private static Object pools() throws Exception {
    List<WeakReference<Object>> references = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      for (ExecutorService pool :
          List.of(
              Executors.newFixedThreadPool(1),
              Executors.newScheduledThreadPool(1),
              new ForkJoinPool(1))) {
        pool.submit(() -> 1).get();
        Moments.end(pool);
        references.add(new WeakReference<>(pool));
      }
    }
    return collected(references);
  }

  /** The JDK ends its thread once nobody can reach it. */
  private static Object forgotten() throws Exception {
    Thread worker = Executors.newSingleThreadExecutor().submit(Thread::currentThread).get();
    Moments.until(
        "its thread ended",
        () -> {
          System.gc();
          Moments.sleep(20);
          return worker.getState() == Thread.State.TERMINATED;
        });
    return worker.getState();
  }

  private static List<WeakReference<Object>> unfinished() {
    List<WeakReference<Object>> references = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      CompletableFuture<Integer> source = new CompletableFuture<>();
      references.add(new WeakReference<>(source.thenApplyAsync(x -> x + 1)));
      references.add(new WeakReference<>(source));
      references.add(new WeakReference<>(new FutureTask<>(() -> 1)));
    }
    return references;
  }
}
