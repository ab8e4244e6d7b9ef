/*
 * claim: a call made synchronous by a semaphore of its own, which a listener releases
 * expect: async-blocking-pair warning at WAIT
 * seconds: 15
 */
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class PairReplySemaphore {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService workers = Executors.newFixedThreadPool(4);
  static final Map<String, Runnable> listeners = new ConcurrentHashMap<>();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 140; i++) {
      String order = "order-" + i;
      requests.execute(() -> handle(order));
      Thread.sleep(100);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static void handle(String order) {
    Semaphore done = new Semaphore(0);
    listeners.put(order, done::release);
    workers.submit(() -> book(order));
    try {
      if (!done.tryAcquire(5, TimeUnit.SECONDS)) { // <WAIT>
        throw new IllegalStateException("not booked: " + order);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static Void book(String order) throws InterruptedException {
    Thread.sleep(300);
    listeners.remove(order).run();
    return null;
  }
}
