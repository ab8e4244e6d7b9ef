/*
 * claim: each call builds a pool, uses it once and shuts it down
 * expect: executor-per-call warning at BUILD
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class ExecutorPerCallShutDown {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 25; i++) {
      handle();
      Thread.sleep(300);
    }
  }

  static void handle() throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2); // <BUILD>
    pool.execute(() -> {});
    pool.execute(() -> {});
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.SECONDS);
  }
}
