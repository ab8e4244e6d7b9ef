/*
 * claim: the same sleeps on an executor of their own
 * twin of: common-pool-blocking
 * flags: -Djava.util.concurrent.ForkJoinPool.common.parallelism=3
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignOwnExecutorSleeps {
  static final ExecutorService pollers = Executors.newFixedThreadPool(3);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 40; i++) {
      CompletableFuture.runAsync(BenignOwnExecutorSleeps::poll, pollers);
      Thread.sleep(250);
    }
    pollers.shutdown();
  }

  static void poll() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
