/*
 * claim: a thread waits at a latch under a lock that the other thread needs which counts it down, until what depends on a slow task does after 27 s
 * twin of: lock-deadlock
 * allow: common-pool-blocking warning
 * seconds: 40
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

public class BenignLockedOutStage {
  public static void main(String[] args) throws Exception {
    ReentrantLock lock = new ReentrantLock();
    CountDownLatch loaded = new CountDownLatch(1);
    CompletableFuture<Void> counted =
        CompletableFuture.runAsync(() -> sleep(27_000)).thenRun(loaded::countDown);
    new Thread(() -> waits(lock, loaded), "waits").start();
    sleep(500);
    new Thread(() -> counts(lock, loaded), "counts").start();
    counted.join();
    sleep(8_000);
    System.exit(0);
  }

  static void waits(ReentrantLock lock, CountDownLatch loaded) {
    lock.lock();
    try {
      loaded.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  static void counts(ReentrantLock lock, CountDownLatch loaded) {
    lock.lock();
    try {
      loaded.countDown();
    } finally {
      lock.unlock();
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
