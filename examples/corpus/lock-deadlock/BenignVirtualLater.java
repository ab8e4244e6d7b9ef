/*
 * claim: a thread waits under a lock to be notified by another that needs the lock, and two keep permits and wait for more, until virtual threads end both after 27 s
 * twin of: lock-deadlock
 * allow: permits-exhausted warning
 * jdk: 21..
 * seconds: 40
 */
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

public class BenignVirtualLater {
  static final Object lock = new Object();
  static final Box box = new Box();
  static final Semaphore connections = new Semaphore(2);

  static final class Box {
    private boolean full;

    synchronized void take() {
      while (!full) {
        try {
          wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }

    synchronized void put() {
      full = true;
      notifyAll();
    }
  }

  public static void main(String[] args) throws Exception {
    new Thread(BenignVirtualLater::takes, "takes").start();
    new Thread(BenignVirtualLater::query, "query-a").start();
    new Thread(BenignVirtualLater::query, "query-b").start();
    Thread.sleep(500);
    new Thread(BenignVirtualLater::puts, "puts").start();
    Executor virtual = (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    virtual.execute(() -> later(box::put));
    virtual.execute(() -> later(() -> connections.release()));
    Thread.sleep(36_000);
    System.exit(0);
  }

  static void later(Runnable work) {
    sleep(27_000);
    work.run();
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void takes() {
    synchronized (lock) {
      box.take();
    }
  }

  static void puts() {
    synchronized (lock) {
      box.put();
    }
  }

  static void query() {
    connections.acquireUninterruptibly();
    sleep(200);
    connections.acquireUninterruptibly();
    connections.release(2);
  }
}
