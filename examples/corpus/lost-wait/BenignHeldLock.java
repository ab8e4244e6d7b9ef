/*
 * claim: all others wait for a thread that holds a lock and waits for main, which counts down after 32 s
 * twin of: lost-wait
 * seconds: 35
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

public class BenignHeldLock {
  static final Object cache = new Object();
  static final CountDownLatch loaded = new CountDownLatch(1);

  public static void main(String[] args) throws Exception {
    List<Thread> threads = new ArrayList<>();
    threads.add(new Thread(BenignHeldLock::load, "loader"));
    threads.add(new Thread(BenignHeldLock::read, "reader"));
    for (Thread each : threads) {
      each.start();
      Thread.sleep(300);
    }
    Thread.sleep(32_000);
    loaded.countDown();
    for (Thread each : threads) {
      each.join();
    }
  }

  static void load() {
    synchronized (cache) {
      try {
        loaded.await();
        System.out.println("loaded");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static void read() {
    synchronized (cache) {
      System.out.println("read");
    }
  }
}
