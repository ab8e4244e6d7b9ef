package dev.snarl.tests.programs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/** Four circles of threads that wait for one another, each of another kind. */
public final class LocksHung {
  private static final Object LEFT = new Object();
  private static final Object RIGHT = new Object();
  private static final Object STATE = new Object();
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final ExecutorService POOL = Executors.newSingleThreadExecutor();

  private LocksHung() {}

  private static final class Registry {
    static int size;

    static {
      try {
        start("user", () -> size++).join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  public static void main(String[] args) throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    start("left", () -> monitors(LEFT, RIGHT, both));
    start("right", () -> monitors(RIGHT, LEFT, both));
    start("closer", LocksHung::joins);
    start("registry", () -> Registry.size++);
    CountDownLatch held = new CountDownLatch(1);
    start("flusher", () -> flush(held));
    held.await();
    Thread.sleep(500);
    System.out.println("stuck");
    Hello.awaitEnd();
    System.exit(0);
  }

  private static Thread start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void monitors(Object mine, Object other, CountDownLatch both) {
    synchronized (mine) {
      both.countDown();
      await(both);
      synchronized (other) {
        both.countDown();
      }
    }
  }

  private static void joins() {
    synchronized (STATE) {
      Thread worker =
          start(
              "worker",
              () -> {
                synchronized (STATE) {
                  STATE.notifyAll();
                }
              });
      try {
        worker.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The worker wants the lock before it runs what the flusher waits for. */
  private static void flush(CountDownLatch held) {
    LOCK.lock();
    try {
      POOL.execute(LOCK::lock);
      held.countDown();
      POOL.submit(() -> "flushed").get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      LOCK.unlock();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
