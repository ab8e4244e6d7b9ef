/*
 * claim: threads keep stamps and permits and wait for more, until who keeps those gives them back after 20 s
 * twin of: lock-deadlock
 * allow: permits-exhausted warning
 * seconds: 40
 */
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.StampedLock;

public class BenignKept {
  static final StampedLock prices = new StampedLock();
  static final StampedLock stock = new StampedLock();
  static final Semaphore connections = new Semaphore(4);

  public static void main(String[] args) throws Exception {
    start("rebuilds", BenignKept::rebuild);
    start("exports", BenignKept::export);
    Thread.sleep(500);
    start("reads", BenignKept::read);
    start("query-a", BenignKept::query);
    start("query-b", BenignKept::query);
    Thread.sleep(37_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> work) {
    new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static Object rebuild() throws InterruptedException {
    long stamp = stock.writeLock();
    Thread.sleep(20_000);
    stock.unlockWrite(stamp);
    return null;
  }

  static Object read() {
    long first = prices.readLock();
    long second = stock.readLock();
    stock.unlockRead(second);
    prices.unlockRead(first);
    return null;
  }

  static Object export() throws InterruptedException {
    connections.acquire(2);
    Thread.sleep(20_000);
    connections.release(2);
    return null;
  }

  static Object query() throws InterruptedException {
    connections.acquire();
    Thread.sleep(200);
    connections.acquire();
    connections.release();
    connections.release();
    return null;
  }
}
