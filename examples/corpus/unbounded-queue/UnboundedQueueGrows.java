/*
 * claim: a queue without end takes 500 tasks a second and gives back 20
 * seconds: 40
 * expect: unbounded-queue warning at POOL
 * expect: pool-saturated warning at POOL
 */
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class UnboundedQueueGrows {
  static final ThreadPoolExecutor pool = // <POOL>
      new ThreadPoolExecutor(2, 50, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>());

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 400; i++) {
      for (int n = 0; n < 50; n++) {
        pool.execute(UnboundedQueueGrows::send);
      }
      Thread.sleep(100);
    }
    pool.shutdownNow();
  }

  static void send() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
