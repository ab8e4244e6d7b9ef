/*
 * claim: the queue is never empty and the thread never idle, yet nobody waits longer than 0.1 s
 * twin of: pool-saturated
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class BenignShortQueue {
  static final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(100));

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
    while (System.nanoTime() < end) {
      while (pool.getQueue().size() < 3) {
        pool.execute(BenignShortQueue::send);
      }
      Thread.sleep(5);
    }
    pool.shutdownNow();
  }

  static void send() {
    try {
      Thread.sleep(25);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
