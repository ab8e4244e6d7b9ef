/*
 * claim: two threads open each other's latch only after their own, and two take two semaphores in opposite order, all in methods to which these are passed
 * expect: lock-deadlock warning at LATCH
 * expect: lock-deadlock warning at PERMIT
 * seconds: 40
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

public class LockDeadlockPassed {
  public static void main(String[] args) throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    CountDownLatch right = new CountDownLatch(1);
    new Thread(() -> opens(left, right), "left").start();
    new Thread(() -> opens(right, left), "right").start();
    Semaphore first = new Semaphore(1);
    Semaphore second = new Semaphore(1);
    new Thread(() -> takes(first, second), "first").start();
    new Thread(() -> takes(second, first), "second").start();
    Thread.sleep(36_000);
    System.exit(0);
  }

  static void opens(CountDownLatch in, CountDownLatch out) {
    try {
      in.await(); // <LATCH>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    out.countDown();
  }

  static void takes(Semaphore one, Semaphore other) {
    try {
      one.acquire();
      try {
        Thread.sleep(500);
        other.acquire(); // <PERMIT>
        other.release();
      } finally {
        one.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
