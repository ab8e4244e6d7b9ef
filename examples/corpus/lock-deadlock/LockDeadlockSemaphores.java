/*
 * claim: two threads keep the only permit of one semaphore each and wait for that of the other
 * expect: lock-deadlock warning at SECOND
 * seconds: 26
 */
import java.util.concurrent.Semaphore;

public class LockDeadlockSemaphores {
  static final Semaphore printer = new Semaphore(1);
  static final Semaphore scanner = new Semaphore(1);

  public static void main(String[] args) throws InterruptedException {
    new Thread(LockDeadlockSemaphores::copy, "copy").start();
    new Thread(LockDeadlockSemaphores::fax, "fax").start();
    Thread.sleep(24_000);
    System.exit(0);
  }

  static void copy() {
    try {
      scanner.acquire();
      try {
        Thread.sleep(200);
        printer.acquire(); // <SECOND>
        try {
          Thread.sleep(1);
        } finally {
          printer.release();
        }
      } finally {
        scanner.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void fax() {
    printer.acquireUninterruptibly();
    try {
      Thread.sleep(200);
      scanner.acquire();
      scanner.release();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      printer.release();
    }
  }
}
