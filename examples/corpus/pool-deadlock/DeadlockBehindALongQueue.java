/*
 * claim: a pool's threads wait for tasks at the far end of a queue of 300,000
 * expect: pool-deadlock critical at wait
 * allow: unbounded-queue info
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class DeadlockBehindALongQueue {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);
  static final CountDownLatch full = new CountDownLatch(1);

  public static void main(String[] args) throws Exception {
    pool.submit(DeadlockBehindALongQueue::outer);
    pool.submit(DeadlockBehindALongQueue::outer);
    for (int i = 0; i < 300_000; i++) {
      pool.execute(() -> {});
    }
    full.countDown();
    Thread.sleep(6_000);
    System.exit(0);
  }

  static Object outer() throws Exception {
    full.await();
    return pool.submit(() -> "inner").get(); // <wait>
  }
}
