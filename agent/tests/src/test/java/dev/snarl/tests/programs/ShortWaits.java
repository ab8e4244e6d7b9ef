package dev.snarl.tests.programs;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Workers that wait for a few milliseconds at a time, or less: for a turn at a monitor, for a
 * permit, for a thread that writes what they hand over, for answers that another thread gives, and
 * in pauses. And two that wait long, since who empties their queue has stopped to do so.
 */
public final class ShortWaits {
  private static final Object TURN = new Object();
  private static final Object BRIEF_TURN = new Object();
  private static final Semaphore PERMITS = new Semaphore(1);
  private static final BlockingQueue<CountDownLatch> WRITES = new LinkedBlockingQueue<>();
  private static final BlockingQueue<CompletableFuture<String>> ASKED = new LinkedBlockingQueue<>();

  private static int printed;
  private static final BlockingQueue<String> LINES = new ArrayBlockingQueue<>(8);

  private ShortWaits() {}

  /** A task. */
  private interface Work {
    void run() throws Exception;
  }

  public static void main(String[] args) throws Exception {
    new Thread(() -> forEver(ShortWaits::writeOne), "journal").start();
    new Thread(() -> forEver(ShortWaits::answerOne), "answers").start();
    new Thread(() -> forEver(ShortWaits::print), "printer").start();
    start("turns", 4, ShortWaits::takeTurn);
    start("briefs", 4, ShortWaits::takeBriefTurn);
    start("stores", 1, ShortWaits::store);
    start("asks", 1, ShortWaits::ask);
    start("pauses", 1, () -> LockSupport.parkNanos(20_000_000));
    start("hashes", 3, ShortWaits::hash);
    start("evicts", 1, () -> LockSupport.parkNanos(TURN, 20_000_000));
    start("lines", 2, ShortWaits::line);
    System.out.println("started");
    Thread.sleep(120_000);
    System.exit(0);
  }

  private static void start(String name, int threads, Work work) {
    AtomicInteger next = new AtomicInteger();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads, task -> new Thread(task, name + '-' + next.incrementAndGet()));
    for (int i = 0; i < threads; i++) {
      pool.execute(() -> forEver(work));
    }
  }

  private static void forEver(Work work) {
    try {
      while (true) {
        work.run();
      }
    } catch (Exception stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  private static void takeTurn() throws InterruptedException {
    synchronized (TURN) {
      Thread.sleep(15);
    }
  }

  private static void takeBriefTurn() {
    synchronized (BRIEF_TURN) {
      LockSupport.parkNanos(20_000);
    }
  }

  private static void hash() throws InterruptedException {
    PERMITS.acquire();
    try {
      Thread.sleep(15);
    } finally {
      PERMITS.release();
    }
  }

  private static void store() throws InterruptedException {
    CountDownLatch written = new CountDownLatch(1);
    WRITES.add(written);
    written.await();
  }

  private static void writeOne() throws InterruptedException {
    CountDownLatch written = WRITES.take();
    Thread.sleep(15);
    written.countDown();
  }

  private static void line() throws InterruptedException {
    Thread.sleep(20);
    LINES.put("line");
  }

  private static void print() throws InterruptedException {
    LINES.take();
    if (printed++ == 800) {
      Thread.sleep(600_000);
    }
  }

  private static void ask() throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    ASKED.add(answer);
    answer.get();
  }

  private static void answerOne() throws InterruptedException {
    CompletableFuture<String> answer = ASKED.take();
    Thread.sleep(400);
    answer.complete("it");
  }
}
