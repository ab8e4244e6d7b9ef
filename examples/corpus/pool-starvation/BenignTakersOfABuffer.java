/*
 * claim: consumers take from a buffer with one condition, which each signals once it has taken; they are submitted in two
 *   places, and wait until a producer goes on after a pause of 16 s
 * twin of: pool-starvation
 * allow: pool-saturated warning
 * seconds: 20
 */
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class BenignTakersOfABuffer {
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition changed = lock.newCondition();
  static final Deque<Integer> items = new ArrayDeque<>();

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 2; i++) {
      pool.submit(() -> take());
    }
    for (int i = 0; i < 3; i++) {
      pool.submit(() -> take());
    }
    Thread.sleep(16_000);
    for (int i = 0; i < 5; i++) {
      put(i);
    }
    pool.shutdown();
  }

  static int take() throws InterruptedException {
    lock.lock();
    try {
      while (items.isEmpty()) {
        changed.await();
      }
      changed.signal();
      return items.poll();
    } finally {
      lock.unlock();
    }
  }

  static void put(int item) {
    lock.lock();
    items.add(item);
    changed.signalAll();
    lock.unlock();
  }
}
