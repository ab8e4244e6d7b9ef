/*
 * claim: 16,000 tasks at once, gone after seconds: the queue is misbuilt, but it does not grow
 * twin of: unbounded-queue
 * expect: unbounded-queue info at POOL
 */
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class BenignLargeBurstDrains {
  static final ThreadPoolExecutor pool = // <POOL>
      new ThreadPoolExecutor(4, 20, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>());

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 16_000; i++) {
      pool.execute(BenignLargeBurstDrains::send);
    }
    Thread.sleep(12_000);
    pool.shutdown();
  }

  static void send() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
