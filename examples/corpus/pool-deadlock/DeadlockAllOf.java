/*
 * claim: each thread waits in allOf for several futures, of which one at least is queued for ever
 * expect: pool-deadlock critical at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class DeadlockAllOf {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    pool.submit(DeadlockAllOf::outer);
    pool.submit(DeadlockAllOf::outer);
    Thread.sleep(7_000);
    pool.shutdownNow();
  }

  static Object outer() throws Exception {
    Thread.sleep(200);
    CompletableFuture<String> cached = CompletableFuture.completedFuture("cached");
    CompletableFuture<String> user = CompletableFuture.supplyAsync(() -> "user", pool);
    CompletableFuture<String> cart = CompletableFuture.supplyAsync(() -> "cart", pool);
    return CompletableFuture.allOf(cached, user, cart).get(); // <WAIT>
  }
}
