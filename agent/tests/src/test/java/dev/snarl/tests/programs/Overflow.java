package dev.snarl.tests.programs;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Waits for futures at every depth of a stack that is about to overflow, on a thread whose stack is
 * as small as the JVM allows; then at the bottom again. It prints what holds wherever the stack
 * ends: every wait ended with the value or with the overflow, and everything works afterwards.
 */
public final class Overflow {
  private static final int LEVELS = 24;

  private final ExecutorService pool = Executors.newFixedThreadPool(2);
  private final ForkJoinPool forkJoin = new ForkJoinPool(2);
  private int reached;
  private int values;
  private int overflows;

  private Overflow() {}

  public static void main(String[] args) throws Exception {
    Thread diver = new Thread(null, new Overflow()::run, "diver", 1);
    diver.start();
    diver.join();
    Hello.awaitEnd();
  }

  private void run() {
    for (int i = 0; i < LEVELS; i++) {
      int depth = deepest() - 3 * i;
      at(depth, pool.submit(() -> EveryHook.slow("task"))::get);
      at(depth, CompletableFuture.supplyAsync(() -> EveryHook.slow("stage"), pool)::join);
      ForkJoinTask<String> joined = forkJoin.submit(() -> EveryHook.slow("join"));
      at(depth, joined::join);
      at(
          depth,
          () -> {
            Thread started = new Thread(() -> EveryHook.slow("thread"));
            started.start();
            started.join();
            return "thread";
          });
    }
    System.out.println("ended " + (values + overflows) + " of " + 4 * LEVELS);
    try {
      Future<String> last = pool.submit(() -> EveryHook.slow("afterwards"));
      System.out.println(last.get(30, TimeUnit.SECONDS) + forkJoin.submit(() -> "!").get());
      pool.shutdown();
      System.out.println("over " + pool.awaitTermination(30, TimeUnit.SECONDS));
    } catch (Exception e) {
      System.out.println("broken: " + e);
    }
    forkJoin.shutdown();
  }

  private int deepest() {
    try {
      dive(0, Integer.MAX_VALUE, () -> "never");
    } catch (Exception | StackOverflowError bottom) {
      return reached;
    }
    return 0;
  }

  private void at(int depth, Callable<String> wait) {
    try {
      dive(0, depth, wait);
      values++;
    } catch (StackOverflowError overflow) {
      overflows++;
    } catch (Exception e) {
      System.out.println("unexpected " + e);
    }
  }

  private void dive(int level, int depth, Callable<String> wait) throws Exception {
    reached = level;
    if (level < depth) {
      dive(level + 1, depth, wait);
    } else {
      wait.call();
    }
  }
}
