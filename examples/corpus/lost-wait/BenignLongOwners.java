/*
 * claim: locks that are held for twelve seconds by a thread that sleeps, by a worker that waits at a queue inside
 *   its task, and by a worker that runs one short task after the other under its lock, are given back
 * twin of: lost-wait
 * allow: lock-contention warning
 * allow: lock-contention info
 * allow: async-blocking-pair warning
 * allow: submit-and-wait warning
 * seconds: 18
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class BenignLongOwners {
  static final ReentrantLock bySleeper = new ReentrantLock();
  static final ReentrantLock byTaker = new ReentrantLock();
  static final ReentrantLock byTurns = new ReentrantLock(true);
  static final SynchronousQueue<String> orders = new SynchronousQueue<>();

  interface Step {
    void run() throws Exception;
  }

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + 12_000_000_000L;
    ExecutorService owners = Executors.newFixedThreadPool(2);
    ExecutorService users = Executors.newFixedThreadPool(6);
    new Thread(() -> hold(bySleeper, () -> Thread.sleep(12_000)), "sleeper").start();
    owners.execute(() -> hold(byTaker, orders::take));
    Thread.sleep(500);
    for (ReentrantLock lock : new ReentrantLock[] {bySleeper, byTaker, byTurns}) {
      users.execute(() -> use(lock, end));
      users.execute(() -> use(lock, end));
    }
    while (System.nanoTime() < end) {
      owners.submit(() -> hold(byTurns, () -> Thread.sleep(95))).get();
    }
    orders.offer("last", 5, TimeUnit.SECONDS);
    owners.shutdown();
    users.shutdown();
  }

  static void hold(ReentrantLock lock, Step step) {
    lock.lock();
    try {
      step.run();
    } catch (Exception e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  static void use(ReentrantLock lock, long end) {
    do {
      lock.lock();
      lock.unlock();
    } while (System.nanoTime() < end);
  }
}
