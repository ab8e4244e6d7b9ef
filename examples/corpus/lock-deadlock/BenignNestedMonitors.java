/*
 * claim: two consumers keep the monitor of the shop around a buffer while they are in Object.wait for it, and whoever fills the buffers
 *   comes late and needs neither monitor, once a thread and once the main thread
 * twin of: lock-deadlock
 * allow: lock-contention info
 * seconds: 30
 */
import java.util.ArrayDeque;
import java.util.Deque;

public class BenignNestedMonitors {
  static final class Buffer {
    private final Deque<String> items = new ArrayDeque<>();

    synchronized String take() throws InterruptedException {
      while (items.isEmpty()) {
        wait();
      }
      return items.poll();
    }

    synchronized void put(String item) {
      items.add(item);
      notifyAll();
    }
  }

  static final class Shop {
    final Buffer orders = new Buffer();

    synchronized String next() throws InterruptedException {
      return orders.take();
    }

    synchronized void order(String item) {
      orders.put(item);
    }
  }

  public static void main(String[] args) throws Exception {
    Shop fed = new Shop();
    consume(fed, "fed");
    Thread feeder = new Thread(() -> feed(fed), "feeder");
    feeder.start();
    feeder.join();
    Shop late = new Shop();
    consume(late, "late");
    Thread.sleep(13_000);
    late.orders.put("from main");
    Thread.sleep(500);
    System.exit(0);
  }

  static void consume(Shop shop, String name) throws InterruptedException {
    Thread consumer = new Thread(() -> { try { shop.next(); } catch (InterruptedException e) { /* ends */ } }, name);
    consumer.start();
    Thread.sleep(100);
    new Thread(() -> shop.order("behind"), name + "-order").start();
  }

  static void feed(Shop shop) {
    try {
      Thread.sleep(13_000);
    } catch (InterruptedException e) {
      return;
    }
    shop.orders.put("directly");
  }
}
