/*
 * claim: what is waited for is derived, by several steps, from the queued task
 * expect: pool-deadlock critical at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class DeadlockDerivedFuture {
  static final ExecutorService pool = Executors.newFixedThreadPool(1);

  public static void main(String[] args) throws Exception {
    pool.submit(DeadlockDerivedFuture::outer);
    Thread.sleep(7_000);
    pool.shutdownNow();
  }

  static Object outer() throws Exception {
    CompletableFuture<Integer> price = CompletableFuture.supplyAsync(() -> 2, pool);
    CompletableFuture<Integer> count = CompletableFuture.supplyAsync(() -> 3, pool);
    return price.thenApply(p -> p + 1).thenCombine(count, (p, c) -> p * c).get(); // <WAIT>
  }
}
