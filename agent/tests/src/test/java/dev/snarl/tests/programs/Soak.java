package dev.snarl.tests.programs;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes and drops much of one kind: {@code pools}, {@code threads}, {@code futures}, {@code sites}
 * or, for so many seconds, {@code mixed}. The second argument says how much, the third how often it
 * stops to measure itself, the fourth for how many seconds it warms up. Then it says what it has
 * counted, and waits.
 */
public final class Soak {
  private static final int CROWD = 16;

  private final AtomicLong pools = new AtomicLong();
  private final AtomicLong threads = new AtomicLong();
  private final AtomicLong futures = new AtomicLong();
  private final AtomicLong sites = new AtomicLong();
  private final ExecutorService crowd = pool(CROWD);
  private final ExecutorService four = pool(4);

  private Soak() {}

  /** Does what lies between two numbers. */
  private interface Work {
    void between(long from, long to) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    Thread.currentThread().setUncaughtExceptionHandler(Soak::fail);
    Soak soak = new Soak();
    Work work =
        switch (args[0]) {
          case "pools" -> soak::pools;
          case "threads" -> soak::threads;
          case "futures" -> soak::futures;
          case "sites" -> soak::sites;
          case "mixed" -> soak::mixed;
          default -> throw new IllegalArgumentException(args[0]);
        };
    long amount = Long.parseLong(args[1]);
    int samples = Integer.parseInt(args[2]);
    long warm = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[3]));
    while (System.nanoTime() - warm < 0) {
      work.between(0, Math.max(1, amount / 500));
    }
    sample(0);
    for (int i = 0; i < samples; i++) {
      work.between(amount * i / samples, amount * (i + 1) / samples);
      sample(amount * (i + 1) / samples);
    }
    soak.crowd.shutdown();
    soak.four.shutdown();
    System.out.printf(
        "counted {\"pools\":%d,\"threads\":%d,\"futures\":%d,\"sites\":%d}%n",
        soak.pools.get(), soak.threads.get(), soak.futures.get(), soak.sites.get());
    Hello.awaitEnd();
  }

  /** Else its pools would keep the JVM alive, and who started it would wait for ever. */
  private static void fail(Thread thread, Throwable thrown) {
    thrown.printStackTrace();
    System.exit(1);
  }

  private ExecutorService pool(int size) {
    pools.incrementAndGet();
    threads.addAndGet(size);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(size, size, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    pool.prestartAllCoreThreads();
    return pool;
  }

  private void pools(long from, long to) throws Exception {
    for (long i = from; i < to; i++) {
      if (i % 50 == 0) {
        ExecutorService used = pool(1);
        used.submit(() -> "work").get();
        used.shutdown();
      } else {
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        pools.incrementAndGet();
      }
    }
  }

  private void threads(long from, long to) throws InterruptedException {
    List<Thread> some = new ArrayList<>();
    for (long i = from; i < to; i++) {
      Thread thread = new Thread(() -> {}, "short-" + i);
      thread.start();
      threads.incrementAndGet();
      some.add(thread);
      if (some.size() == CROWD) {
        for (Thread each : some) {
          each.join();
        }
        some.clear();
      }
    }
    for (Thread each : some) {
      each.join();
    }
  }

  private void futures(long from, long to) throws Exception {
    List<Future<?>> batch = new ArrayList<>();
    for (long i = from; i < to; i++) {
      batch.add(
          (i & 1) == 0
              ? four.submit(() -> "task")
              : CompletableFuture.supplyAsync(() -> "stage", four).thenApply(String::length));
      if (batch.size() == 64 || i == to - 1) {
        for (Future<?> each : batch) {
          each.get();
        }
        futures.addAndGet(batch.size());
        batch.clear();
      }
    }
  }

  private void sites(long from, long to) throws Exception {
    List<Future<?>> all = new ArrayList<>();
    for (long i = from; i < to; i++) {
      Runnable site = CallSites.site(i);
      all.add(crowd.submit(site));
      if (all.size() == 4 * CROWD || i == to - 1) {
        for (Future<?> each : all) {
          each.get();
        }
        sites.addAndGet(all.size());
        pools.addAndGet(all.size());
        threads.addAndGet(2L * all.size());
        all.clear();
      }
    }
  }

  /** All of them in turns, from one second to another. */
  private void mixed(long from, long to) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(to - from);
    while (System.nanoTime() - end < 0) {
      long number = sites.get();
      sites(number, number + 4L * CROWD);
      futures(0, 2_000);
      pools(0, 200);
      threads(0, 100);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** After collections, as weak references take more than one. */
  static void sample(long done) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(100);
    }
    Runtime runtime = Runtime.getRuntime();
    long metaspace = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      metaspace += pool.getName().equals("Metaspace") ? pool.getUsage().getUsed() : 0;
    }
    String[] descriptors = new File("/proc/self/fd").list();
    System.out.printf(
        "sample {\"done\":%d,\"heap\":%d,\"metaspace\":%d,\"threads\":%d,\"descriptors\":%d}%n",
        done,
        runtime.totalMemory() - runtime.freeMemory(),
        metaspace,
        ManagementFactory.getThreadMXBean().getThreadCount(),
        descriptors == null ? 0 : descriptors.length);
  }
}
