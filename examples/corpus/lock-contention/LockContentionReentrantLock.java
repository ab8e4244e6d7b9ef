/*
 * claim: thirty threads that are in no pool queue for one ReentrantLock, whose owner sleeps
 * seconds: 20
 * expect: lock-contention warning at LOCK
 * evidence: lock-contention heldAt at SLEEP
 */
import java.util.concurrent.locks.ReentrantLock;

public class LockContentionReentrantLock {
  static final ReentrantLock lock = new ReentrantLock();

  public static void main(String[] args) {
    long end = System.nanoTime() + 20_000_000_000L;
    for (int i = 0; i < 30; i++) {
      new Thread(() -> work(end), "importer-" + i).start();
    }
  }

  static void work(long end) {
    while (System.nanoTime() < end) {
      lock.lock(); // <LOCK>
      try {
        Thread.sleep(60); // <SLEEP>
      } catch (InterruptedException e) {
        return;
      } finally {
        lock.unlock();
      }
    }
  }
}
