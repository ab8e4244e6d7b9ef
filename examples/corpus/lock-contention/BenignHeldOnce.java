/*
 * claim: forty threads wait for three seconds while a configuration is read under a lock, once
 * twin of: lock-contention
 */
import java.util.concurrent.locks.ReentrantLock;

public class BenignHeldOnce {
  static final ReentrantLock lock = new ReentrantLock();
  static boolean read;

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 40; i++) {
      new Thread(BenignHeldOnce::work, "worker-" + i).start();
    }
    Thread.sleep(15_000);
  }

  static void work() {
    try {
      configure();
      for (int i = 0; i < 120; i++) {
        lock.lock();
        lock.unlock();
        Thread.sleep(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static synchronized void configure() throws InterruptedException {
    if (!read) {
      Thread.sleep(3_000);
      read = true;
    }
  }
}
