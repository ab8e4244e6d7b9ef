/*
 * claim: a cache is refreshed under its write lock again and again, and its readers queue
 * seconds: 20
 * expect: lock-contention warning at READ
 * evidence: lock-contention heldAt at REFRESH
 */
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LockContentionReadWriteLock {
  static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + 20_000_000_000L;
    for (int i = 0; i < 24; i++) {
      new Thread(() -> read(end), "reader-" + i).start();
    }
    while (System.nanoTime() < end) {
      lock.writeLock().lock();
      try {
        Thread.sleep(500); // <REFRESH>
      } finally {
        lock.writeLock().unlock();
      }
      Thread.sleep(1);
    }
  }

  static void read(long end) {
    while (System.nanoTime() < end) {
      lock.readLock().lock(); // <READ>
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        return;
      } finally {
        lock.readLock().unlock();
      }
    }
  }
}
