/*
 * claim: a consumer that threw is started again and is slow then; what a callback that threw should complete is in a timer's queue; a
 *   worker waits for events, of which one threw and the next comes late
 * twin of: lost-wait
 * seconds: 30
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class BenignFailedAndReplaced {
  static final long BAD = System.nanoTime() + 9_000_000_000L;
  static final BlockingQueue<Integer> orders = new LinkedBlockingQueue<>(8);
  static final BlockingQueue<Integer> audit = new ArrayBlockingQueue<>(8);
  static final Semaphore events = new Semaphore(0);
  static final ExecutorService replies = Executors.newFixedThreadPool(2);
  static final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
    start("ship-0", () -> supervise(orders));
    start("audit-0", () -> supervise(audit));
    for (int i = 0; i < 3; i++) {
      start("order-" + i, BenignFailedAndReplaced::order);
    }
    start("auditor", () -> { for (int i = 0; ; i++) { audit.put(i); Thread.sleep(15); } });
    start("request", BenignFailedAndReplaced::request);
    start("worker", () -> { while (true) { events.acquire(); } });
    ExecutorService sources = Executors.newFixedThreadPool(2);
    while (System.nanoTime() < BAD + 100_000_000L) {
      sources.submit(() -> { Thread.sleep(5); check(); events.release(); return null; });
      Thread.sleep(50);
    }
    Thread.sleep(17_000);
    sources.submit(() -> events.release());
    Thread.sleep(1_000);
    System.exit(0);
  }

  interface Loop {
    void run() throws Exception;
  }

  static void start(String name, Loop loop) {
    new Thread(() -> { try { loop.run(); } catch (InterruptedException e) { /* ends */ } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static void check() {
    if (System.nanoTime() > BAD) {
      throw new IllegalArgumentException("malformed");
    }
  }

  static void supervise(BlockingQueue<Integer> queue) throws InterruptedException {
    Thread consumer = new Thread(() -> consume(queue, false), "consumer-1");
    consumer.start();
    consumer.join();
    new Thread(() -> consume(queue, true), "consumer-2").start();
  }

  static void consume(BlockingQueue<Integer> queue, boolean again) {
    try {
      for (int n = 0; ; n++) {
        queue.take();
        Thread.sleep(again ? 16_000 : n % 20 == 0 ? 200 : 2);
        if (!again) { check(); }
      }
    } catch (InterruptedException e) { /* ends */ }
  }

  static void order() throws InterruptedException {
    for (int i = 0; ; i++) {
      orders.put(i);
      Thread.sleep(40);
    }
  }

  static void reply(CompletableFuture<String> answer, boolean again) throws InterruptedException {
    Thread.sleep(20);
    if (System.nanoTime() > BAD && !again) {
      timer.schedule(() -> { reply(answer, true); return null; }, 15, TimeUnit.SECONDS);
      throw new IllegalStateException("try again");
    }
    answer.complete("yes");
  }

  static void request() throws Exception {
    while (true) {
      CompletableFuture<String> answer = new CompletableFuture<>();
      replies.submit(() -> { reply(answer, false); return null; });
      answer.get();
    }
  }
}
