/*
 * claim: the only worker wants a lock whose holder waits for a task in the worker's queue
 * expect: lock-deadlock critical at GET or LOCK
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class LockDeadlockThroughAQueue {
  static final ExecutorService pool = Executors.newSingleThreadExecutor();
  static final ReentrantLock lock = new ReentrantLock();
  static final CountDownLatch held = new CountDownLatch(1);

  public static void main(String[] args) throws Exception {
    pool.execute(LockDeadlockThroughAQueue::update);
    Thread flusher = new Thread(LockDeadlockThroughAQueue::flush, "flusher");
    flusher.setDaemon(true);
    flusher.start();
    Thread.sleep(8_000);
    System.exit(0);
  }

  static void update() {
    try {
      held.await();
    } catch (InterruptedException e) {
      return;
    }
    lock.lock(); // <LOCK>
    lock.unlock();
  }

  static void flush() {
    lock.lock();
    try {
      held.countDown();
      pool.submit(() -> "flushed").get(); // <GET>
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      lock.unlock();
    }
  }
}
