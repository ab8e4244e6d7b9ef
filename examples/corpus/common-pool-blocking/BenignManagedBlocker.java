/*
 * claim: the tasks block in a ManagedBlocker, and the pool starts others for them
 * twin of: common-pool-blocking
 * flags: -Djava.util.concurrent.ForkJoinPool.common.parallelism=3
 * allow: thread-per-task warning
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;

public class BenignManagedBlocker {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 40; i++) {
      CompletableFuture.runAsync(BenignManagedBlocker::poll);
      Thread.sleep(250);
    }
  }

  static void poll() {
    try {
      ForkJoinPool.managedBlock(new Pause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static final class Pause implements ForkJoinPool.ManagedBlocker {
    private boolean over;

    @Override
    public boolean block() throws InterruptedException {
      Thread.sleep(200);
      over = true;
      return true;
    }

    @Override
    public boolean isReleasable() {
      return over;
    }
  }
}
