/*
 * claim: a pool of at most ten threads never leaves its core of two, since its queue has no end
 * expect: pool-deadlock critical at WAIT
 * expect: unbounded-queue info at POOL
 */
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class DeadlockQueueNeverFills {
  static final ThreadPoolExecutor pool = // <POOL>
      new ThreadPoolExecutor(2, 10, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>());

  public static void main(String[] args) throws Exception {
    pool.submit(DeadlockQueueNeverFills::outer);
    pool.submit(DeadlockQueueNeverFills::outer);
    Thread.sleep(7_000);
    pool.shutdownNow();
  }

  static Object outer() throws Exception {
    Thread.sleep(200);
    return pool.submit(() -> "inner").get(); // <WAIT>
  }
}
