/*
 * claim: the only consumer of a full queue throws after 10 s, and a virtual thread starts another after 30 s
 * twin of: lost-wait
 * jdk: 21..
 * seconds: 40
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

public class BenignVirtualSupervisor {
  static final BlockingQueue<Integer> orders = new ArrayBlockingQueue<>(8);

  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {}); // as a log that nobody reads
    start(System.nanoTime() + 10_000_000_000L);
    Executor virtual = (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    virtual.execute(BenignVirtualSupervisor::supervise);
    new Thread(BenignVirtualSupervisor::order, "orders").start();
    Thread.sleep(36_000);
    System.exit(0);
  }

  static void start(long until) {
    new Thread(() -> consume(until), "ship").start();
  }

  static void supervise() {
    try {
      Thread.sleep(30_000);
      start(Long.MAX_VALUE);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void consume(long until) {
    try {
      for (int n = 0; ; n++) {
        orders.take();
        Thread.sleep(n % 20 == 0 ? 400 : 2);
        if (System.nanoTime() > until) {
          throw new IllegalArgumentException("malformed");
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void order() {
    try {
      for (int i = 0; ; i++) {
        orders.put(i);
        Thread.sleep(15);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
