/*
 * claim: virtual and platform threads hurry through monitors, two of which are taken in both orders, but under one that guards them; one keeps a monitor
 *   for seconds while others wait for it, and waits for the result of a thread that needs none
 * twin of: lock-deadlock
 * allow: lock-contention warning
 * jdk: 25..
 * seconds: 26
 * full: it computes for 12 s
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignVirtualMonitors {
  static final Object gate = new Object();
  static final Object left = new Object();
  static final Object right = new Object();
  static final Object slow = new Object();
  static volatile long work;

  public static void main(String[] args) throws Exception {
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 40; i++) {
      int kind = i % 4;
      (i < 36 ? threads : pool).submit(() -> hurry(kind));
    }
    for (int i = 0; i < 10; i++) {
      threads.submit(() -> keep(threads));
      Thread.sleep(1_200);
    }
    System.exit(0);
  }

  static int hurry(int kind) throws Exception {
    while (true) {
      switch (kind) {
        case 0 -> both(left, right);
        case 1 -> both(right, left);
        default -> one(kind == 2 ? left : right);
      }
    }
  }

  static void both(Object first, Object second) {
    synchronized (gate) {
      synchronized (first) {
        spin();
        synchronized (second) {
          spin();
        }
      }
    }
  }

  static void one(Object monitor) throws Exception {
    synchronized (monitor) {
      spin();
    }
    Thread.sleep(1);
  }

  static void spin() {
    for (int i = 0; i < 1_000; i++) {
      work++;
    }
  }

  static int keep(ExecutorService threads) throws Exception {
    synchronized (slow) {
      return threads.submit(() -> sleep(1_900)).get();
    }
  }

  static int sleep(long millis) throws Exception {
    Thread.sleep(millis);
    return 1;
  }
}
