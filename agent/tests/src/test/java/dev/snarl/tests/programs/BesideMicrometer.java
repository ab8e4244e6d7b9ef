package dev.snarl.tests.programs;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One pool under load, timed by its tasks, by Micrometer's wrapper and by whoever else looks.
 * Prints {@code truth|micrometer COUNT WAITED RAN}, means in seconds, and {@code little WAITED}:
 * what Little's law makes of the length of its queue.
 */
public final class BesideMicrometer {
  private static final int TASKS = 1_200;
  private static final AtomicLong WAITED = new AtomicLong();
  private static final AtomicLong RAN = new AtomicLong();
  private static final AtomicInteger DONE = new AtomicInteger();

  private BesideMicrometer() {}

  public static void main(String[] args) throws InterruptedException, IOException {
    warmUp();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            4,
            4,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> new Thread(task, "both-" + number.incrementAndGet()));
    pool.prestartAllCoreThreads();
    ExecutorService both = ExecutorServiceMetrics.monitor(registry, pool, "both", Tags.empty());
    Integral length = new Integral(pool);
    length.start();
    long begin = System.nanoTime();
    for (int i = 0; i < TASKS; i++) {
      long submitted = System.nanoTime();
      both.execute(() -> work(submitted));
      if (i % 40 == 39) {
        Thread.sleep(60);
      }
    }
    while (DONE.get() < TASKS) {
      Thread.sleep(5);
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    double mean = length.end() / seconds;
    System.out.println(
        "truth " + TASKS + " " + WAITED.get() / 1e9 / TASKS + " " + RAN.get() / 1e9 / TASKS);
    Timer waited = registry.get("executor.idle").timer();
    Timer ran = registry.get("executor").timer();
    System.out.println(
        "micrometer "
            + ran.count()
            + " "
            + waited.mean(TimeUnit.SECONDS)
            + " "
            + ran.mean(TimeUnit.SECONDS));
    System.out.println("little " + mean / (TASKS / seconds));
    System.out.println("done");
    Hello.awaitEnd();
    System.exit(0);
  }

  /** The first tasks of all load classes between the clocks. */
  private static void warmUp() throws InterruptedException {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    for (int i = 0; i < 20; i++) {
      pool.execute(() -> work(System.nanoTime()));
    }
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    WAITED.set(0);
    RAN.set(0);
    DONE.set(0);
  }

  private static void work(long submitted) {
    long begin = System.nanoTime();
    try {
      Thread.sleep(6);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    WAITED.addAndGet(begin - submitted);
    RAN.addAndGet(System.nanoTime() - begin);
    DONE.incrementAndGet();
  }

  /** Adds up the length of the queue over time. */
  private static final class Integral extends Thread {
    private final ThreadPoolExecutor pool;
    private volatile boolean ended;
    private double taskSeconds;

    Integral(ThreadPoolExecutor pool) {
      super("integral");
      this.pool = pool;
    }

    @Override
    public void run() {
      long last = System.nanoTime();
      int length = 0;
      while (!ended) {
        long now = System.nanoTime();
        taskSeconds += length * (now - last) / 1e9;
        length = pool.getQueue().size();
        last = now;
        try {
          Thread.sleep(0, 500_000);
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    double end() throws InterruptedException {
      ended = true;
      join();
      return taskSeconds;
    }
  }
}
