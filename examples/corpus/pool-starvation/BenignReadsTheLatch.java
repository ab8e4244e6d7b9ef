/*
 * claim: workers wait until main has loaded a model; the tasks behind them have the latch, or the service whose field
 *   it is, and only report whether it is open; they count down another one
 * twin of: pool-starvation
 * allow: pool-saturated warning
 * seconds: 22
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignReadsTheLatch {
  final CountDownLatch warm = new CountDownLatch(1);
  final CountDownLatch reported = new CountDownLatch(3);

  public static void main(String[] args) throws Exception {
    BenignReadsTheLatch service = new BenignReadsTheLatch();
    CountDownLatch warm = service.warm;
    ExecutorService pool = Executors.newFixedThreadPool(3);
    for (int i = 0; i < 3; i++) {
      pool.submit(service::serve);
    }
    for (int i = 0; i < 3; i++) {
      pool.submit(() -> report(warm));
      pool.submit(() -> service.report());
    }
    Thread.sleep(18_000);
    warm.countDown();
    pool.shutdown();
  }

  Object serve() throws InterruptedException {
    warm.await();
    return "served";
  }

  static Object report(CountDownLatch warm) {
    return warm.getCount() == 0;
  }

  Object report() {
    reported.countDown();
    return warm.getCount() == 0;
  }
}
