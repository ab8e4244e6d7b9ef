/*
 * claim: threads keep a permit and wait for one of another semaphore, in pairs that wait for each other until somebody else gives one: the
 *   main thread, a timer, or whoever keeps a second permit
 * twin of: lock-deadlock
 * allow: permits-exhausted warning
 * seconds: 32
 */
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class BenignSemaphores {
  final Semaphore left = new Semaphore(1);
  final Semaphore right;

  BenignSemaphores(int permits) {
    right = new Semaphore(permits);
  }

  public static void main(String[] args) throws InterruptedException {
    BenignSemaphores ring = new BenignSemaphores(0);
    new Thread(() -> turns(ring.right, ring.left), "ping").start();
    ring.left.acquire();
    new Thread(() -> turns(ring.left, ring.right), "pong").start();
    Thread.sleep(12_000);
    ring.right.release();

    BenignSemaphores fed = new BenignSemaphores(1);
    new Thread(fed::leftFirst, "left-first").start();
    new Thread(fed::rightFirst, "right-first").start();
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    timer.schedule(() -> fed.left.release(), 14, TimeUnit.SECONDS);
    Thread.sleep(15_000);
    System.exit(0);
  }

  void leftFirst() {
    left.acquireUninterruptibly();
    pause(100);
    right.acquireUninterruptibly();
    right.release();
    left.release();
  }

  void rightFirst() {
    right.acquireUninterruptibly();
    pause(100);
    left.acquireUninterruptibly();
    left.release();
    right.release();
  }

  static void turns(Semaphore mine, Semaphore next) {
    for (int i = 0; i < 10; i++) {
      mine.acquireUninterruptibly();
      pause(10);
      next.release();
    }
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
