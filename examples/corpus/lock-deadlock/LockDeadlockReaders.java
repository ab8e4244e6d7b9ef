/*
 * claim: two readers both ask for the write lock, and a third wants to read behind them
 * expect: lock-deadlock critical at WAIT
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LockDeadlockReaders {
  static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  static final CountDownLatch reading = new CountDownLatch(2);

  public static void main(String[] args) throws Exception {
    start("editor-1", LockDeadlockReaders::edit);
    start("editor-2", LockDeadlockReaders::edit);
    Thread.sleep(1_000);
    start("viewer", () -> lock.readLock().lock());
    Thread.sleep(8_000);
  }

  static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  static void edit() {
    lock.readLock().lock();
    reading.countDown();
    try {
      reading.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lock.writeLock().lock(); // <WAIT>
  }
}
