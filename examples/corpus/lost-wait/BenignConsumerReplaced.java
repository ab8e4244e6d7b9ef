/*
 * claim: a consumer that threw is started again, and is slow then
 * twin of: lost-wait
 * seconds: 30
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;

public class BenignConsumerReplaced {
  static final long BAD = System.nanoTime() + 9_000_000_000L;
  static final BlockingQueue<Integer> orders = new LinkedBlockingQueue<>(8);
  static final BlockingQueue<Integer> audit = new ArrayBlockingQueue<>(8);

  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {}); // as a log that nobody reads
    start("ship-0", () -> supervise(orders));
    start("audit-0", () -> supervise(audit));
    for (int i = 0; i < 3; i++) {
      start("order-" + i, () -> put(orders, 40));
    }
    start("auditor", () -> put(audit, 15));
    Thread.sleep(27_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> loop) {
    new Thread(() -> { try { loop.call(); } catch (RuntimeException e) { throw e; } catch (Exception e) { /* ends */ } }, name).start();
  }

  static void check() {
    if (System.nanoTime() > BAD) {
      throw new IllegalArgumentException("malformed");
    }
  }

  static Object supervise(BlockingQueue<Integer> queue) throws InterruptedException {
    Thread consumer = new Thread(() -> consume(queue, false), "consumer-1");
    consumer.start();
    consumer.join();
    new Thread(() -> consume(queue, true), "consumer-2").start();
    return null;
  }

  static void consume(BlockingQueue<Integer> queue, boolean again) {
    try {
      for (int n = 0; ; n++) {
        queue.take();
        Thread.sleep(again ? 16_000 : n % 20 == 0 ? 400 : 2);
        if (!again) {
          check();
        }
      }
    } catch (InterruptedException e) {
      // ends
    }
  }

  static Object put(BlockingQueue<Integer> queue, int pause) throws InterruptedException {
    for (int i = 0; ; i++) {
      queue.put(i);
      Thread.sleep(pause);
    }
  }
}
