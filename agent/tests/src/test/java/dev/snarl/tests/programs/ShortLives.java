package dev.snarl.tests.programs;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Builds as many pools as its first argument says and drops them, of which one in fifty runs a task
 * and is shut down; then starts and ends as many threads as its second. Says what heap is left.
 */
public final class ShortLives {
  private ShortLives() {}

  public static void main(String[] args) throws Exception {
    int pools = Integer.parseInt(args[0]);
    int threads = Integer.parseInt(args[1]);
    for (int i = 0; i < pools; i++) {
      if (i % 50 == 0) {
        ExecutorService used = Executors.newFixedThreadPool(1);
        used.submit(() -> "work").get();
        used.shutdown();
      } else {
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
      }
    }
    System.out.println("pools " + pools);
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(ran::incrementAndGet, "short-" + i);
      thread.start();
      if (i % 16 == 0) {
        thread.join();
      }
    }
    while (ran.get() < threads) {
      Thread.onSpinWait();
    }
    System.out.println("threads " + ran);
    System.out.println("heap " + leastHeap());
    Hello.awaitEnd();
  }

  /** The smallest of a few readings: collections of weak references take more than one round. */
  static long leastHeap() throws InterruptedException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 8; i++) {
      System.gc();
      Thread.sleep(250);
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
