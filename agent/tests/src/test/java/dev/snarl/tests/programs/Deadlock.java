package dev.snarl.tests.programs;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A pool of two named threads, both of which wait for tasks in their own queue. */
public final class Deadlock {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final ExecutorService POOL =
      Executors.newFixedThreadPool(
          2, task -> new Thread(task, "order-" + NUMBER.incrementAndGet()));

  private Deadlock() {}

  public static void main(String[] args) throws IOException {
    POOL.execute(Deadlock::outer);
    POOL.execute(Deadlock::outer);
    System.out.println("submitted");
    Hello.awaitEnd();
    POOL.shutdownNow();
  }

  private static void outer() {
    try {
      Thread.sleep(300);
      POOL.submit(() -> "inner").get();
    } catch (Exception e) {
      System.out.println("interrupted");
    }
  }
}
