/*
 * claim: a thread holds a monitor while it awaits a latch, and one whose task has the latch waits for the monitor, but another
 *   task counts it down after 15 s. Tasks of one kind take turns: the first has the lock and awaits a start that main gives.
 *   A leader waits for work, holding the lock for which its followers wait.
 * twin of: lock-deadlock
 * allow: lock-contention warning
 * allow: pool-saturated warning
 * seconds: 20
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

public class BenignLatchUnderLock {
  static final Object config = new Object();
  static final ReentrantLock turn = new ReentrantLock();
  static final ReentrantLock lead = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    CountDownLatch loaded = new CountDownLatch(1);
    CountDownLatch start = new CountDownLatch(1);
    BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    ExecutorService pool = Executors.newFixedThreadPool(8);
    pool.execute(() -> load(loaded));
    new Thread(() -> reload(loaded), "reload").start();
    Thread.sleep(200);
    pool.execute(() -> show(loaded));
    pool.execute(() -> step(start));
    pool.execute(() -> step(start));
    for (int i = 0; i < 2; i++) {
      Thread follower = new Thread(() -> follow(work), "follower-" + i);
      follower.setDaemon(true);
      follower.start();
    }
    pool.execute(() -> feed(work));
    Thread.sleep(16_000);
    start.countDown();
    pool.shutdown();
  }

  static void reload(CountDownLatch loaded) {
    synchronized (config) {
      await(loaded);
    }
  }

  static void load(CountDownLatch loaded) {
    sleep(15_000);
    loaded.countDown();
  }

  static void show(CountDownLatch loaded) {
    synchronized (config) {
      loaded.getCount();
    }
  }

  static void step(CountDownLatch start) {
    turn.lock();
    await(start);
    turn.unlock();
  }

  static void follow(BlockingQueue<Runnable> work) {
    while (true) {
      lead.lock();
      try {
        work.take().run();
      } catch (InterruptedException e) {
        return;
      } finally {
        lead.unlock();
      }
    }
  }

  static void feed(BlockingQueue<Runnable> work) {
    sleep(14_000);
    work.add(() -> {});
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
