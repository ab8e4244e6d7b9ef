/*
 * claim: a cached pool that reuses its threads
 * twin of: thread-per-task
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignCachedReuse {
  static final ExecutorService pool = Executors.newCachedThreadPool();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 60; i++) {
      pool.execute(() -> {});
      pool.execute(() -> {});
      Thread.sleep(200);
    }
    pool.shutdown();
  }
}
