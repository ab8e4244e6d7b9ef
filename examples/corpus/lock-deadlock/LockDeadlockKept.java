/*
 * claim: a thread with a read stamp asks for the write stamp, two take stamps in turned order, and two tasks with the permits each ask for one more
 * expect: lock-deadlock warning at UPGRADE
 * expect: lock-deadlock warning at SECOND or TURNED
 * expect: lock-deadlock warning at MORE
 * allow: permits-exhausted warning
 * allow: pool-saturated warning
 * seconds: 45
 */
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.StampedLock;

public class LockDeadlockKept {
  static final StampedLock index = new StampedLock();
  static final StampedLock prices = new StampedLock();
  static final StampedLock stock = new StampedLock();
  static final Semaphore connections = new Semaphore(2);

  public static void main(String[] args) throws Exception {
    start("upgrades", LockDeadlockKept::upgrade);
    start("stock-then-prices", LockDeadlockKept::inOrder);
    start("prices-then-stock", LockDeadlockKept::turned);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.submit(LockDeadlockKept::query);
    pool.submit(LockDeadlockKept::query);
    Thread.sleep(42_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> work) {
    new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static Object upgrade() {
    long read = index.readLock();
    try {
      long write = index.writeLock(); // <UPGRADE>
      index.unlockWrite(write);
    } finally {
      index.unlockRead(read);
    }
    return null;
  }

  static Object inOrder() throws InterruptedException {
    long first = stock.writeLock();
    Thread.sleep(200);
    long second = prices.readLock(); // <SECOND>
    prices.unlockRead(second);
    stock.unlockWrite(first);
    return null;
  }

  static Object turned() throws InterruptedException {
    long first = prices.writeLock();
    Thread.sleep(200);
    long second = stock.writeLock(); // <TURNED>
    stock.unlockWrite(second);
    prices.unlockWrite(first);
    return null;
  }

  static Object query() throws InterruptedException {
    connections.acquire();
    Thread.sleep(200);
    connections.acquire(); // <MORE>
    connections.release(2);
    return null;
  }
}
