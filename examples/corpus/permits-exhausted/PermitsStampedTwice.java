/*
 * claim: a task that has the write lock of a StampedLock asks for it again, which waits for itself; the others wait behind
 * expect: permits-exhausted warning at OUTER or INNER
 * allow: pool-saturated warning
 * allow: lock-deadlock warning
 * seconds: 46
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.StampedLock;

public class PermitsStampedTwice {
  static final StampedLock lock = new StampedLock();
  static int saved;

  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 200; i++) {
      int n = i;
      requests.submit(() -> save(n));
    }
    Thread.sleep(44_000);
    System.exit(0);
  }

  static int save(int n) throws InterruptedException {
    long stamp = lock.writeLock(); // <OUTER>
    try {
      Thread.sleep(10);
      return n == 40 ? index() : saved++;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  static int index() {
    long stamp = lock.writeLock(); // <INNER>
    try {
      return saved++;
    } finally {
      lock.unlockWrite(stamp);
    }
  }
}
