/*
 * claim: a thread holds a monitor while it awaits a latch, and the task that would count it down waits for the monitor;
 *   two more do the same with a lock and a semaphore
 * expect: lock-deadlock warning at AWAITS or ENTERS
 * expect: lock-deadlock warning at ACQUIRES or LOCKS
 * seconds: 19
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

public class LockDeadlockLatchUnderLock {
  static final Object config = new Object();
  static final ReentrantLock journal = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    CountDownLatch loaded = new CountDownLatch(1);
    Semaphore written = new Semaphore(0);
    ExecutorService pool = Executors.newFixedThreadPool(3);
    pool.execute(new Load(loaded));
    new Thread(() -> reload(loaded), "reload").start();
    new Thread(() -> flush(written), "flush").start();
    new Thread(() -> write(written), "writer").start();
    Thread.sleep(17_000);
    Runtime.getRuntime().halt(0);
  }

  static void reload(CountDownLatch loaded) {
    synchronized (config) {
      try {
        loaded.await(); // <AWAITS>
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  record Load(CountDownLatch loaded) implements Runnable {
    @Override
    public void run() {
      later();
      synchronized (config) {
        loaded.countDown(); // <ENTERS>
      }
    }
  }

  static void flush(Semaphore written) {
    journal.lock();
    written.acquireUninterruptibly(); // <ACQUIRES>
    journal.unlock();
  }

  static void write(Semaphore written) {
    later();
    journal.lock(); // <LOCKS>
    written.release();
    journal.unlock();
  }

  static void later() {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
