/*
 * claim: tasks of 20 ms wait thirty times as long in the queue, though never a second
 * expect: pool-saturated warning at POOL
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class SaturatedShortTasks {
  static final ThreadPoolExecutor pool = // <POOL>
      new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(100));

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(16);
    while (System.nanoTime() < end) {
      while (pool.getQueue().size() < 30) {
        pool.execute(SaturatedShortTasks::send);
      }
      Thread.sleep(10);
    }
    pool.shutdownNow();
  }

  static void send() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
