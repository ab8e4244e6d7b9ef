/*
 * claim: every thread of the pool waits, for a promise that another thread keeps, while tasks queue
 * twin of: pool-deadlock
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignCompletedFromOutside {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);
  static final CompletableFuture<String> promise = new CompletableFuture<>();

  public static void main(String[] args) throws Exception {
    pool.submit(() -> promise.get());
    pool.submit(() -> promise.get());
    pool.submit(() -> "queued");
    Thread.sleep(7_000);
    promise.complete("kept");
    pool.shutdown();
  }
}
