/*
 * claim: a batch, all of it submitted at the start, on as many threads as there are processors: they
 *   compute, nothing arrives, and no number of threads would end it sooner
 * twin of: pool-saturated
 * seconds: 30
 * allow: pool-saturated info
 * full: it computes on all processors for 26 s
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class BenignBatch {
  static volatile long found;

  public static void main(String[] args) throws Exception {
    int processors = Runtime.getRuntime().availableProcessors();
    ExecutorService pool = Executors.newFixedThreadPool(processors);
    CountDownLatch files = new CountDownLatch(50_000);
    for (long i = files.getCount(); i > 0; i--) {
      pool.execute(() -> file(files));
    }
    files.await(26, TimeUnit.SECONDS);
    pool.shutdownNow();
  }

  static void file(CountDownLatch files) {
    long end = System.nanoTime() + 1_000_000;
    while (System.nanoTime() < end) {
      found = found * 31 + 7;
    }
    files.countDown();
  }
}
