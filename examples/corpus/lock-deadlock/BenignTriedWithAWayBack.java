/*
 * claim: two threads take two locks in opposite orders, but give up after a while and try again
 * twin of: lock-deadlock
 */
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class BenignTriedWithAWayBack {
  static final ReentrantLock first = new ReentrantLock();
  static final ReentrantLock second = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    new Thread(() -> run(first, second), "one").start();
    new Thread(() -> run(second, first), "other").start();
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
        return;
      } finally {
        mine.unlock();
      }
    }
  }
}
