/*
 * claim: the pool's only other thread runs, long, the very task that is waited for
 * twin of: pool-deadlock
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class BenignTaskOfThePoolIsRunning {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    Future<?> load = pool.submit(BenignTaskOfThePoolIsRunning::load);
    pool.submit(() -> load.get());
    pool.submit(() -> "queued");
    Thread.sleep(8_000);
    pool.shutdown();
  }

  static Object load() throws InterruptedException {
    Thread.sleep(7_000);
    return "loaded";
  }
}
