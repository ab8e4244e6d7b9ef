/*
 * claim: one thread of a pool waits for a future that another thread of the same pool completes;
 *   more tasks of the pool, chained to that future, are not what anybody waits for
 * twin of: pool-deadlock
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignCompleterIsNoWaiter {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);
  static final CompletableFuture<String> shardStarted = new CompletableFuture<>();

  public static void main(String[] args) throws Exception {
    shardStarted.thenAcceptAsync(s -> {}, pool);
    pool.submit(() -> shardStarted.get());
    pool.submit(BenignCompleterIsNoWaiter::recover);
    pool.submit(() -> "queued");
    Thread.sleep(8_000);
    pool.shutdown();
  }

  static Object recover() throws InterruptedException {
    Thread.sleep(6_000);
    return shardStarted.complete("started");
  }
}
