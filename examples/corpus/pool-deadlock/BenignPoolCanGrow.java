/*
 * claim: both core threads wait for queued tasks, but once the queue is full the pool will grow
 * twin of: pool-deadlock
 * allow: pool-starvation warning
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class BenignPoolCanGrow {
  static final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(2, 4, 60, TimeUnit.SECONDS, new ArrayBlockingQueue<>(4));

  public static void main(String[] args) throws Exception {
    pool.submit(BenignPoolCanGrow::outer);
    pool.submit(BenignPoolCanGrow::outer);
    Thread.sleep(8_000);
    for (int i = 0; i < 3; i++) {
      pool.submit(() -> "more");
    }
    pool.shutdown();
  }

  static Object outer() throws Exception {
    Thread.sleep(200);
    return pool.submit(() -> "inner").get();
  }
}
