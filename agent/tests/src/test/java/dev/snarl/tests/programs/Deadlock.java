package dev.snarl.tests.programs;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A pool of two named threads, both of which wait for tasks in their own queue: for a {@code
 * FutureTask}, or for a {@code CompletableFuture} if told so.
 */
public final class Deadlock {
  private static final List<Thread> WORKERS = new CopyOnWriteArrayList<>();
  private static final ExecutorService POOL = Executors.newFixedThreadPool(2, Deadlock::worker);

  private Deadlock() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    boolean completable = args.length > 0 && args[0].equals("completable");
    POOL.execute(() -> outer(completable));
    POOL.execute(() -> outer(completable));
    System.out.println("submitted");
    while (WORKERS.size() < 2
        || WORKERS.stream().anyMatch(worker -> worker.getState() != Thread.State.WAITING)) {
      Thread.sleep(10);
    }
    System.out.println("stuck");
    Hello.awaitEnd();
    POOL.shutdownNow();
    System.exit(0);
  }

  private static Thread worker(Runnable tasks) {
    Thread thread = new Thread(tasks, "order-" + (WORKERS.size() + 1));
    WORKERS.add(thread);
    return thread;
  }

  private static void outer(boolean completable) {
    try {
      Thread.sleep(300);
      if (completable) {
        CompletableFuture.supplyAsync(() -> "inner", POOL).join();
      } else {
        POOL.submit(() -> "inner").get();
      }
    } catch (Exception e) {
      System.out.println("interrupted");
    }
  }
}
