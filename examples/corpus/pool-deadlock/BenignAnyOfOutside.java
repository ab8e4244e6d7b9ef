/*
 * claim: anyOf with one branch in the queue and one that is completed from outside; starvation it
 *   may be called, a deadlock it is not
 * twin of: pool-deadlock
 * allow: pool-starvation warning
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignAnyOfOutside {
  static final ExecutorService pool = Executors.newFixedThreadPool(1);
  static final CompletableFuture<String> cancelled = new CompletableFuture<>();

  public static void main(String[] args) throws Exception {
    pool.submit(BenignAnyOfOutside::outer);
    Thread.sleep(8_000);
    cancelled.complete("cancelled");
    pool.shutdown();
  }

  static Object outer() throws Exception {
    CompletableFuture<String> queued = CompletableFuture.supplyAsync(() -> "inner", pool);
    return CompletableFuture.anyOf(queued, cancelled).get();
  }
}
