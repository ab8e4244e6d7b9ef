/*
 * claim: a maximum of ten threads behind a queue without end: the pool stays at two for ever
 * expect: unbounded-queue info at POOL
 */
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class UnboundedQueueMaxNeverReached {
  static final ThreadPoolExecutor pool = // <POOL>
      new ThreadPoolExecutor(2, 10, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>());

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 50; i++) {
      pool.execute(() -> {});
      Thread.sleep(100);
    }
    pool.shutdown();
  }
}
