/*
 * claim: two threads of a pool hold each other's locks, the others queue for one of these, and so does the rest of the work: one cause, one finding
 * expect: lock-deadlock critical at A or B
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LockDeadlockFillsThePool {
  static final Object accounts = new Object();
  static final Object journal = new Object();
  static final CountDownLatch both = new CountDownLatch(2);

  static void meet() {
    both.countDown();
    try {
      both.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void transfer() {
    synchronized (accounts) {
      meet();
      synchronized (journal) {
        System.out.println("transferred"); // <A>
      }
    }
  }

  static void audit() {
    synchronized (journal) {
      meet();
      synchronized (accounts) {
        System.out.println("audited"); // <B>
      }
    }
  }

  static void read() {
    synchronized (accounts) {
      System.out.println("read");
    }
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(6);
    pool.execute(LockDeadlockFillsThePool::transfer);
    pool.execute(LockDeadlockFillsThePool::audit);
    Thread.sleep(300);
    for (int i = 0; i < 8; i++) {
      pool.execute(LockDeadlockFillsThePool::read);
    }
    Thread.sleep(14_000);
    System.exit(0);
  }
}
