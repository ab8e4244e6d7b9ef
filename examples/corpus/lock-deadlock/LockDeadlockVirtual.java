/*
 * claim: two virtual threads take two locks in opposite orders
 * jdk: 21..
 * expect: lock-deadlock critical at FIRST or SECOND
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class LockDeadlockVirtual {
  static final ReentrantLock accounts = new ReentrantLock();
  static final ReentrantLock audit = new ReentrantLock();
  static final CountDownLatch both = new CountDownLatch(2);

  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    threads.execute(
        () -> {
          begin(accounts);
          audit.lock(); // <FIRST>
        });
    threads.execute(
        () -> {
          begin(audit);
          accounts.lock(); // <SECOND>
        });
    Thread.sleep(8_000);
    System.exit(0);
  }

  static void begin(ReentrantLock lock) {
    lock.lock();
    both.countDown();
    try {
      both.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Java 17 has no virtual threads to compile against. */
  static ExecutorService virtualThreads() {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
