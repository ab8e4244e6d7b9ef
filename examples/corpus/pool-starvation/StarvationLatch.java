/*
 * claim: both threads of a pool await latches that tasks behind them in its own queue would count down
 * expect: pool-starvation warning at AWAITS
 * seconds: 20
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class StarvationLatch {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    pool.execute(StarvationLatch::order);
    pool.submit(StarvationLatch::order);
    pool.awaitTermination(18, TimeUnit.SECONDS);
    System.exit(0);
  }

  static void order() {
    try {
      CountDownLatch parts = new CountDownLatch(2);
      Thread.sleep(300);
      pool.execute(parts::countDown);
      pool.submit(() -> part(parts));
      parts.await(); // <AWAITS>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void part(CountDownLatch parts) {
    parts.countDown();
  }
}
