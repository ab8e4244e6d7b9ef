/*
 * claim: producers wait at full queues whose consumers were never idle, and ended when they caught what they threw
 * expect: lost-wait warning at ORDERS
 * expect: lost-wait warning at HANDED
 * seconds: 40
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedTransferQueue;

public class LostWaitSlowConsumer {
  static final long BAD = System.nanoTime() + 14_000_000_000L;
  static final BlockingQueue<Integer> orders = new ArrayBlockingQueue<>(8);
  static final LinkedTransferQueue<Integer> handed = new LinkedTransferQueue<>();

  public static void main(String[] args) throws Exception {
    start("source", LostWaitSlowConsumer::order);
    start("hands", LostWaitSlowConsumer::hand);
    Thread.sleep(1_000);
    start("ship", () -> consume(orders));
    start("bill", () -> consume(handed));
    Thread.sleep(36_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> loop) {
    new Thread(() -> { try { loop.call(); } catch (Exception e) { /* as a log that nobody reads */ } }, name).start();
  }

  static Object consume(BlockingQueue<Integer> queue) throws InterruptedException {
    while (true) {
      queue.take();
      Thread.sleep(250);
      if (System.nanoTime() > BAD) {
        throw new IllegalArgumentException("malformed");
      }
    }
  }

  static Object order() throws InterruptedException {
    for (int i = 0; ; i++) {
      orders.put(i); // <ORDERS>
    }
  }

  static Object hand() throws InterruptedException {
    for (int i = 0; ; i++) {
      handed.transfer(i); // <HANDED>
    }
  }
}
