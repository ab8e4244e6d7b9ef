/*
 * claim: hundreds of virtual threads and some platform threads pass two locks, always in the same order, as fast as they can
 * jdk: 21..
 * twin of: lock-deadlock
 * allow: carrier-starvation warning
 * full: it is busy on all processors for 6 s
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class BenignVirtualHotLocks {
  static final ReentrantLock first = new ReentrantLock();
  static final ReentrantReadWriteLock second = new ReentrantReadWriteLock();
  static final int THREADS = 300;
  static final CountDownLatch done = new CountDownLatch(THREADS + 4);
  static final long until = System.nanoTime() + 6_000_000_000L;

  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    for (int i = 0; i < THREADS; i++) {
      boolean reads = i % 3 > 0;
      threads.execute(() -> run(reads));
    }
    for (int i = 0; i < 4; i++) {
      boolean reads = i % 2 > 0;
      new Thread(() -> run(reads), "platform-" + i).start();
    }
    done.await();
    threads.shutdown();
  }

  static void run(boolean reads) {
    while (System.nanoTime() < until) {
      first.lock();
      try {
        if (reads) {
          second.readLock().lock();
          second.readLock().unlock();
        } else {
          second.writeLock().lock();
          second.writeLock().unlock();
        }
      } finally {
        first.unlock();
      }
      Thread.yield();
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
