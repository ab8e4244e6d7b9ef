package dev.snarl.tests.contract;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;

/** A short life for a debugger to look at. */
@SuppressWarnings("FutureReturnValueIgnored")
public final class Debugged {
  private static final Thread MAIN = Thread.currentThread();

  private Debugged() {}

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1, task -> new Thread(task, "pooled"));
    Future<String> slow = pool.submit(Debugged::slow);
    System.out.println(slow.get());
    CompletableFuture<String> stage =
        CompletableFuture.supplyAsync(Debugged::slow, pool).thenApplyAsync(x -> x + "er", pool);
    System.out.println(stage.get());
    Moments.end(pool);
    ForkJoinPool forks = new ForkJoinPool(1);
    System.out.println(forks.submit(Debugged::slow).get());
    Moments.end(forks);
    Thread thread = new Thread(() -> System.out.println("ran"), "own");
    thread.start();
    Moments.join(thread);
  }

  /** Ends once main waits for it, however slowly it is stepped there. */
  private static String slow() {
    Moments.waits(MAIN);
    return "slow";
  }
}
