/*
 * claim: tasks without an executor sleep on the common pool
 * flags: -Djava.util.concurrent.ForkJoinPool.common.parallelism=3
 * expect: common-pool-blocking warning at SLEEP
 */
import java.util.concurrent.CompletableFuture;

public class CommonPoolSleeps {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 40; i++) {
      CompletableFuture.runAsync(CommonPoolSleeps::poll);
      Thread.sleep(250);
    }
  }

  static void poll() {
    try {
      Thread.sleep(200); // <SLEEP>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
