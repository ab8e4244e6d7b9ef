/*
 * claim: twenty workers end young because their pool is shut down
 * twin of: thread-per-task
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignPoolShutDown {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(20);
    for (int i = 0; i < 200; i++) {
      pool.execute(() -> {});
      Thread.sleep(10);
    }
    pool.shutdown();
    Thread.sleep(6_000);
  }
}
