/*
 * claim: two stages put into each other's queues, which are full for long, as who takes from one works for 15 s, and then go on
 * twin of: lock-deadlock
 * seconds: 40
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class BenignFullQueues {
  static final long BUSY = System.nanoTime() + 9_000_000_000L;
  static final BlockingQueue<Integer> orders = new ArrayBlockingQueue<>(4);
  static final BlockingQueue<Integer> failed = new LinkedBlockingQueue<>(4);
  static boolean paused;

  public static void main(String[] args) throws Exception {
    start("check", BenignFullQueues::check);
    start("retry", BenignFullQueues::retry);
    start("source", BenignFullQueues::source);
    Thread.sleep(37_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> loop) {
    new Thread(() -> { try { loop.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static Object source() throws InterruptedException {
    for (int i = 0; ; i++) {
      orders.put(i);
      Thread.sleep(20);
    }
  }

  static Object check() throws InterruptedException {
    while (true) {
      int order = orders.take();
      Thread.sleep(10);
      if (order % 2 == 0) {
        failed.put(1);
      }
    }
  }

  static Object retry() throws InterruptedException {
    while (true) {
      int order = failed.take();
      Thread.sleep(10);
      if (!paused && System.nanoTime() > BUSY) {
        paused = true;
        Thread.sleep(15_000); // both others wait at full queues
      }
      orders.offer(order, 1, TimeUnit.SECONDS); // what finds no room is dropped
    }
  }
}
