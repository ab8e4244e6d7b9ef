/*
 * claim: one thread holds a monitor and wants a lock, the other holds the lock and wants the monitor
 * expect: lock-deadlock critical at LOCK or INSIDE
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

public class LockDeadlockMixedLocks {
  static final ReentrantLock lock = new ReentrantLock();
  static final Object monitor = new Object();
  static final CountDownLatch both = new CountDownLatch(2);

  public static void main(String[] args) throws Exception {
    start("reader", LockDeadlockMixedLocks::monitorFirst);
    start("writer", LockDeadlockMixedLocks::lockFirst);
    Thread.sleep(8_000);
  }

  static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  static void monitorFirst() {
    synchronized (monitor) {
      meet();
      lock.lock(); // <LOCK>
    }
  }

  static void lockFirst() {
    lock.lock();
    meet();
    synchronized (monitor) {
      lock.unlock(); // <INSIDE>
    }
  }

  static void meet() {
    both.countDown();
    try {
      both.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
