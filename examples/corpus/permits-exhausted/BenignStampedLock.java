/*
 * claim: one task keeps the write lock of a StampedLock for 35 s, while it rebuilds what the others read; after that they go on
 * twin of: permits-exhausted
 * allow: pool-saturated warning
 * seconds: 44
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

public class BenignStampedLock {
  static final StampedLock lock = new StampedLock();
  static int state;

  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 200; i++) {
      int n = i;
      requests.submit(() -> use(n));
    }
    requests.shutdown();
    requests.awaitTermination(60, TimeUnit.SECONDS);
  }

  static int use(int n) throws InterruptedException {
    long stamp = n == 20 ? lock.writeLock() : lock.readLock();
    try {
      Thread.sleep(n == 20 ? 35_000 : 10);
      return state++;
    } finally {
      lock.unlock(stamp);
    }
  }
}
