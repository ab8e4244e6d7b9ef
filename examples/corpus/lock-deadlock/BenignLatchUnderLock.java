/*
 * claim: a thread holds a monitor while it awaits a latch, and one whose task has the latch waits for the monitor, but another
 *   task counts it down after 15 s. Tasks of one kind take turns: the first has the lock and awaits a start that main gives.
 *   A leader waits for work, holding the lock for which its follower waits.
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
    BlockingQueue<String> work = new LinkedBlockingQueue<>();
    ExecutorService pool = Executors.newFixedThreadPool(8);
    pool.submit(() -> load(loaded));
    pool.submit(() -> reload(loaded));
    Thread.sleep(200);
    pool.submit(() -> show(loaded));
    pool.submit(() -> step(start));
    pool.submit(() -> step(start));
    pool.submit(() -> follow(work));
    pool.submit(() -> follow(work));
    Thread.sleep(16_000);
    start.countDown();
    work.add("one");
    work.add("other");
    pool.shutdown();
  }

  static Object reload(CountDownLatch loaded) throws InterruptedException {
    synchronized (config) {
      loaded.await();
      return "reloaded";
    }
  }

  static Object load(CountDownLatch loaded) throws InterruptedException {
    Thread.sleep(15_000);
    loaded.countDown();
    return "loaded";
  }

  static Object show(CountDownLatch loaded) {
    synchronized (config) {
      return loaded.getCount();
    }
  }

  static Object step(CountDownLatch start) throws InterruptedException {
    turn.lock();
    try {
      start.await();
      return "done";
    } finally {
      turn.unlock();
    }
  }

  static Object follow(BlockingQueue<String> work) throws InterruptedException {
    lead.lock();
    try {
      return work.take();
    } finally {
      lead.unlock();
    }
  }
}
