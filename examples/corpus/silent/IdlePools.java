/*
 * claim: workers that wait for work on their own queue wait for nobody
 * twin of: every rule
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;

public class IdlePools {
  public static void main(String[] args) throws Exception {
    ExecutorService fixed = Executors.newFixedThreadPool(4);
    ExecutorService cached = Executors.newCachedThreadPool();
    ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(2);
    ForkJoinPool forkJoin = new ForkJoinPool(2);
    for (int i = 0; i < 8; i++) {
      fixed.execute(() -> {});
      cached.execute(() -> {});
      scheduled.execute(() -> {});
      forkJoin.execute(() -> {});
    }
    Thread.sleep(12_000);
    fixed.shutdown();
    cached.shutdown();
    scheduled.shutdown();
    forkJoin.shutdown();
  }
}
