/*
 * claim: a queue of 1,000 lets the pool grow to its maximum when it must
 * twin of: unbounded-queue
 */
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class BenignBoundedQueue {
  static final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(2, 10, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1_000));

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 60; i++) {
      pool.execute(() -> {});
      Thread.sleep(100);
    }
    pool.shutdown();
  }
}
