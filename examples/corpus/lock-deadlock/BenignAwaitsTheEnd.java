/*
 * claim: main closes pools whose last tasks take their time, or awaits their ends; a task of one pool stops another; a task awaits
 *   its own pool for a second and then goes on; a thread that belongs to nobody joins itself, and one is told when to go on at
 *   its own thread object
 * twin of: lock-deadlock
 * seconds: 15
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

public class BenignAwaitsTheEnd {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    ExecutorService other = Executors.newFixedThreadPool(2);
    ExecutorService steps = new ForkJoinPool(2);
    for (int i = 0; i < 2; i++) {
      pool.execute(BenignAwaitsTheEnd::last);
      other.execute(BenignAwaitsTheEnd::last);
      steps.execute(BenignAwaitsTheEnd::last);
    }
    pool.submit(() -> stop(other, 20));
    ExecutorService own = Executors.newSingleThreadExecutor();
    own.submit(() -> stop(own, 1));
    Thread keeper = new Thread(BenignAwaitsTheEnd::keep, "keeper");
    keeper.setDaemon(true);
    keeper.start();
    Told told = new Told();
    told.start();
    stop(pool, 20);
    stop(steps, 20);
    synchronized (told) {
      told.notifyAll();
    }
  }

  static boolean stop(ExecutorService pool, int seconds) throws InterruptedException {
    pool.shutdown();
    return pool.awaitTermination(seconds, TimeUnit.SECONDS);
  }

  static void last() {
    try {
      Thread.sleep(12_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void keep() {
    try {
      Thread.currentThread().join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static final class Told extends Thread {
    @Override
    public synchronized void run() {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupt();
      }
    }
  }
}
