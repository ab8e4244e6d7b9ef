/*
 * claim: threads wait for queued tasks of their own pool, give up after half a second, and go on
 * twin of: pool-deadlock
 * allow: pool-starvation warning
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class BenignShortTimedWaits {
  static final ExecutorService pool = Executors.newFixedThreadPool(1);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 8; i++) {
      pool.submit(BenignShortTimedWaits::outer);
      Thread.sleep(1_000);
    }
    pool.shutdown();
  }

  static Object outer() throws Exception {
    try {
      return pool.submit(() -> "inner").get(500, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return "default";
    }
  }
}
