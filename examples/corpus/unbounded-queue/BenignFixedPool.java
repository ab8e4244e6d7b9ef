/*
 * claim: a fixed pool: its queue has no end either, but there is no maximum that it hides
 * twin of: unbounded-queue
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignFixedPool {
  static final ExecutorService pool = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 60; i++) {
      pool.execute(() -> {});
      Thread.sleep(100);
    }
    pool.shutdown();
  }
}
