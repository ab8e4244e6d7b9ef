/*
 * claim: the threads of a pool await what a task in its queue would do, and what the main thread does
 *   in the end
 * twin of: pool-starvation
 * allow: pool-saturated warning
 * allow: unbounded-queue info
 * seconds: 24
 */
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class BenignOpenedLater {
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition changed = lock.newCondition();
  static final Queue<String> orders = new ArrayDeque<>();

  public static void main(String[] args) throws Exception {
    CountDownLatch loaded = new CountDownLatch(1);
    ExecutorService loaders = Executors.newFixedThreadPool(2);
    loaders.submit(() -> await(loaded));
    loaders.submit(() -> await(loaded));
    loaders.submit(() -> loaded.countDown());

    LinkedBlockingQueue<String> inbox = new LinkedBlockingQueue<>();
    ExecutorService readers = Executors.newFixedThreadPool(2);
    readers.submit(() -> inbox.take());
    readers.submit(() -> inbox.take());
    readers.submit(() -> inbox.offer("a default"));

    ExecutorService cooks = Executors.newFixedThreadPool(2);
    cooks.execute(BenignOpenedLater::order);
    cooks.execute(BenignOpenedLater::order);
    cooks.execute(() -> put("a default"));

    Thread.sleep(20_000);
    loaded.countDown();
    inbox.put("one");
    inbox.put("two");
    put("one");
    put("two");
    loaders.shutdown();
    readers.shutdown();
    cooks.shutdown();
  }

  static Void await(CountDownLatch latch) throws InterruptedException {
    latch.await();
    return null;
  }

  static void order() {
    lock.lock();
    try {
      while (orders.isEmpty()) {
        changed.awaitUninterruptibly();
      }
      orders.remove();
    } finally {
      lock.unlock();
    }
  }

  static void put(String order) {
    lock.lock();
    try {
      orders.add(order);
      changed.signal();
    } finally {
      lock.unlock();
    }
  }
}
