/*
 * claim: a pool starts its thirty threads, which stay
 * twin of: thread-per-task
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignWarmUp {
  static final ExecutorService pool = Executors.newFixedThreadPool(30);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 120; i++) {
      pool.execute(() -> {});
      Thread.sleep(100);
    }
    pool.shutdown();
  }
}
