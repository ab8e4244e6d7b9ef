/*
 * claim: a virtual thread that nobody's executor started holds a write lock and wants a lock whose holder, a platform thread, waits to read
 * jdk: 21..
 * expect: lock-deadlock critical at READ or LOCK
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LockDeadlockVirtualMixed {
  static final ReentrantReadWriteLock prices = new ReentrantReadWriteLock();
  static final ReentrantLock orders = new ReentrantLock();
  static final CountDownLatch both = new CountDownLatch(2);

  public static void main(String[] args) throws Exception {
    Thread.class
        .getMethod("startVirtualThread", Runnable.class)
        .invoke(null, (Runnable) LockDeadlockVirtualMixed::reprice);
    Thread platform = new Thread(LockDeadlockVirtualMixed::order, "orders");
    platform.setDaemon(true);
    platform.start();
    Thread.sleep(8_000);
  }

  static void reprice() {
    prices.writeLock().lock();
    meet();
    orders.lock(); // <LOCK>
  }

  static void order() {
    orders.lock();
    meet();
    prices.readLock().lock(); // <READ>
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
