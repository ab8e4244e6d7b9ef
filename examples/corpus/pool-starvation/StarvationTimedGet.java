/*
 * claim: the shape of a deadlock, but each wait ends at its deadline
 * expect: pool-starvation warning at WAIT
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class StarvationTimedGet {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    pool.submit(StarvationTimedGet::outer);
    pool.submit(StarvationTimedGet::outer);
    Thread.sleep(10_000);
    pool.shutdown();
  }

  static Object outer() throws Exception {
    Thread.sleep(200);
    try {
      return pool.submit(() -> "inner").get(9, TimeUnit.SECONDS); // <WAIT>
    } catch (TimeoutException e) {
      return "late";
    }
  }
}
