/*
 * claim: producers wait at queues whose only consumer, a thread or a task, threw
 * expect: lost-wait warning at ORDERS
 * expect: lost-wait warning at AUDIT
 * seconds: 34
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

public class LostWaitConsumerFailed {
  static final long BAD = System.nanoTime() + 12_000_000_000L;
  static final BlockingQueue<Integer> orders = new LinkedBlockingQueue<>(8);
  static final BlockingQueue<Integer> audit = new ArrayBlockingQueue<>(8);

  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {}); // as a log that nobody reads
    start("ship", () -> consume(orders));
    Executors.newSingleThreadExecutor().submit(() -> consume(audit));
    for (int i = 0; i < 3; i++) {
      start("order-" + i, LostWaitConsumerFailed::order);
    }
    start("auditor", LostWaitConsumerFailed::audit);
    Thread.sleep(31_000);
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

  static Object consume(BlockingQueue<Integer> queue) throws InterruptedException {
    for (int n = 0; ; n++) {
      queue.take();
      Thread.sleep(n % 20 == 0 ? 400 : 2);
      check();
    }
  }

  static Object order() throws InterruptedException {
    for (int i = 0; ; i++) {
      orders.put(i); // <ORDERS>
      Thread.sleep(40);
    }
  }

  static Object audit() throws InterruptedException {
    for (int i = 0; ; i++) {
      audit.put(i); // <AUDIT>
      Thread.sleep(15);
    }
  }
}
