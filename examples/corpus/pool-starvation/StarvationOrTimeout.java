/*
 * claim: the wait itself has no deadline, but the future has: orTimeout
 * expect: pool-starvation warning at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class StarvationOrTimeout {
  static final ExecutorService pool = Executors.newFixedThreadPool(1);

  public static void main(String[] args) throws Exception {
    pool.submit(StarvationOrTimeout::outer);
    Thread.sleep(10_000);
    pool.shutdown();
  }

  static Object outer() throws Exception {
    CompletableFuture<String> inner = CompletableFuture.supplyAsync(() -> "inner", pool);
    return inner.orTimeout(9, TimeUnit.SECONDS).get(); // <WAIT>
  }
}
