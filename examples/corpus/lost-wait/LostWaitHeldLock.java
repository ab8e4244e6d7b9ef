/*
 * claim: two threads wait for what nobody does, and hold locks for which others wait
 * expect: lost-wait warning at LATCH
 * expect: lost-wait warning at QUEUE
 * seconds: 25
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class LostWaitHeldLock {
  static final Object cache = new Object();
  static final CountDownLatch loaded = new CountDownLatch(1);
  static final ReentrantLock account = new ReentrantLock();
  static final BlockingQueue<String> orders = new ArrayBlockingQueue<>(1);

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    pool.submit(LostWaitHeldLock::load);
    pool.submit(LostWaitHeldLock::book);
    Thread.sleep(500);
    pool.submit(LostWaitHeldLock::read);
    pool.submit(LostWaitHeldLock::close);
    pool.shutdown();
    Thread.sleep(23_000);
    System.exit(0);
  }

  static void load() {
    synchronized (cache) {
      try {
        loaded.await(); // <LATCH>
        System.out.println("loaded");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static void read() {
    synchronized (cache) {
      System.out.println("read");
    }
  }

  static void book() {
    account.lock();
    try {
      String order = orders.take(); // <QUEUE>
      System.out.println("booked " + order);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      account.unlock();
    }
  }

  static void close() {
    account.lock();
    try {
      System.out.println("closed");
    } finally {
      account.unlock();
    }
  }
}
