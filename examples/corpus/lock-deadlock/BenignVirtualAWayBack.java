/*
 * claim: two virtual threads take two locks in opposite orders, but give up after a while and try again; another computes while it holds a lock for which others wait
 * jdk: 21..
 * twin of: lock-deadlock
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class BenignVirtualAWayBack {
  static final ReentrantLock first = new ReentrantLock();
  static final ReentrantLock second = new ReentrantLock();
  static final ReentrantLock slow = new ReentrantLock();
  static final CountDownLatch done = new CountDownLatch(4);

  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    threads.execute(() -> run(first, second));
    threads.execute(() -> run(second, first));
    threads.execute(() -> hold(4_000));
    threads.execute(() -> hold(1_000));
    done.await();
    threads.shutdown();
  }

  static void run(ReentrantLock mine, ReentrantLock other) {
    for (int i = 0; i < 4; i++) {
      mine.lock();
      try {
        Thread.sleep(300);
        if (other.tryLock(1_500, TimeUnit.MILLISECONDS)) {
          other.unlock();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        mine.unlock();
      }
    }
    done.countDown();
  }

  static void hold(long millis) {
    slow.lock();
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      slow.unlock();
    }
    done.countDown();
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
