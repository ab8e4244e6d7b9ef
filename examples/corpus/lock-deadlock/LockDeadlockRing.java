/*
 * claim: five philosophers take their left fork, then wait for the right one; a sixth thread waits for a fork
 * expect: lock-deadlock critical at WAIT
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

public class LockDeadlockRing {
  static final ReentrantLock[] forks = new ReentrantLock[5];
  static final CountDownLatch seated = new CountDownLatch(5);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 5; i++) {
      forks[i] = new ReentrantLock(i % 2 == 0);
    }
    for (int i = 0; i < 5; i++) {
      int left = i;
      start("philosopher-" + i, () -> eat(forks[left], forks[(left + 1) % 5]));
    }
    start("cleaner", () -> forks[0].lock());
    Thread.sleep(8_000);
  }

  static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  static void eat(ReentrantLock left, ReentrantLock right) {
    left.lock();
    seated.countDown();
    try {
      seated.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    right.lock(); // <WAIT>
  }
}
