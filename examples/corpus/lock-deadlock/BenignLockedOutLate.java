/*
 * claim: a thread waits under a lock to be notified by another that needs the lock, until a thread that was made before is started after 27 s
 * twin of: lock-deadlock
 * seconds: 40
 */
public class BenignLockedOutLate {
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
    Object lock = new Object();
    Box box = new Box();
    new Thread(() -> takes(lock, box), "takes").start();
    Thread.sleep(500);
    new Thread(() -> puts(lock, box), "puts").start();
    Thread late = new Thread(box::put, "late");
    Thread.sleep(27_000);
    late.start();
    Thread.sleep(8_000);
    System.exit(0);
  }

  static void takes(Object lock, Box box) {
    synchronized (lock) {
      box.take();
    }
  }

  static void puts(Object lock, Box box) {
    synchronized (lock) {
      box.put();
    }
  }
}
