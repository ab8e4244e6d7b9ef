package dev.snarl.tests.programs;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool of four threads that is given three tasks of 10 ms at a time, ten times a second. */
public final class Steady {
  private Steady() {}

  /** Runs until it is ended. */
  public static void main(String[] arguments) throws InterruptedException {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            4,
            4,
            1,
            TimeUnit.MINUTES,
            new LinkedBlockingQueue<>(),
            task -> new Thread(task, "steady-1"));
    System.out.println("running");
    while (true) {
      for (int i = 0; i < 3; i++) {
        pool.execute(Steady::work);
      }
      Thread.sleep(100);
    }
  }

  private static void work() {
    try {
      Thread.sleep(10);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
