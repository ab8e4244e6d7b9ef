/*
 * claim: two stages each put into the queue that only the other takes from, and both queues are full
 * expect: lock-deadlock warning at BACK or AGAIN
 * seconds: 40
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;

public class LockDeadlockFullQueues {
  static final long BUSY = System.nanoTime() + 10_000_000_000L;
  static final BlockingQueue<Integer> orders = new ArrayBlockingQueue<>(4);
  static final BlockingQueue<Integer> failed = new LinkedBlockingQueue<>(4);

  public static void main(String[] args) throws Exception {
    start("check", LockDeadlockFullQueues::check);
    start("retry", LockDeadlockFullQueues::retry);
    start("source", LockDeadlockFullQueues::source);
    Thread.sleep(37_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> loop) {
    new Thread(() -> { try { loop.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static Object source() throws InterruptedException {
    for (int i = 0; ; i++) {
      orders.put(i);
      Thread.sleep(60);
    }
  }

  static Object check() throws InterruptedException {
    while (true) {
      int order = orders.take();
      Thread.sleep(10);
      boolean bad = System.nanoTime() > BUSY;
      for (int i = 0; i < (bad ? 3 : order % 4 == 0 ? 1 : 0); i++) {
        failed.put(1); // <BACK>
      }
    }
  }

  static Object retry() throws InterruptedException {
    while (true) {
      int order = failed.take();
      Thread.sleep(10);
      orders.put(order); // <AGAIN>
    }
  }
}
