package dev.snarl.tests.programs;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Pools that nobody gave a name, and one that somebody did; the first has too much to do. */
public final class UnnamedPools {
  private UnnamedPools() {}

  public static void main(String[] args) throws IOException {
    ThreadPoolExecutor late =
        new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    ForkJoinPool fork = new ForkJoinPool(2);
    ExecutorService named =
        Executors.newFixedThreadPool(1, task -> new Thread(task, "mail-" + task.hashCode()));
    ExecutorService second = Executors.newFixedThreadPool(1);
    ExecutorService plain = Executors.newFixedThreadPool(1, Thread::new);
    var unused =
        timer.scheduleAtFixedRate(
            () -> {
              while (late.getQueue().size() < 200) {
                late.execute(UnnamedPools::work);
              }
            },
            0,
            20,
            TimeUnit.MILLISECONDS);
    for (ExecutorService pool : List.of(fork, named, second, plain)) {
      pool.execute(UnnamedPools::forever);
    }
    System.out.println("running");
    Hello.awaitEnd();
    System.exit(0);
  }

  private static void work() {
    try {
      TimeUnit.MILLISECONDS.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void forever() {
    while (true) {
      work();
    }
  }
}
