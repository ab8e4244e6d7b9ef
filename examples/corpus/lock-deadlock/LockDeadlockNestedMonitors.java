/*
 * claim: a consumer is in Object.wait for a buffer and keeps the monitor of the shop around it, which whoever would fill the buffer needs
 *   first
 * expect: lock-deadlock warning at WAIT
 * seconds: 22
 */
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class LockDeadlockNestedMonitors {
  static final class Buffer {
    private final Deque<String> items = new ArrayDeque<>();

    synchronized String take() throws InterruptedException {
      while (items.isEmpty()) {
        wait(); // <WAIT>
      }
      return items.poll();
    }

    synchronized void put(String item) {
      items.add(item);
      notifyAll();
    }
  }

  static final class Shop {
    private final Buffer orders = new Buffer();

    synchronized String next() throws InterruptedException {
      return orders.take();
    }

    synchronized void order(String item) {
      orders.put(item);
    }
  }

  public static void main(String[] args) throws Exception {
    Shop shop = new Shop();
    shop.order("first");
    Thread consumer = new Thread(() -> serve(shop), "consumer");
    consumer.start();
    Thread.sleep(500);
    ScheduledExecutorService orders = Executors.newScheduledThreadPool(2);
    orders.scheduleAtFixedRate(() -> shop.order("again"), 0, 100, TimeUnit.MILLISECONDS);
    consumer.join(20_000);
    System.exit(0);
  }

  static void serve(Shop shop) {
    try {
      while (true) {
        shop.next();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
