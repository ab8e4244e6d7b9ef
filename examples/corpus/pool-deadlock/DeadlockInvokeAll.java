/*
 * claim: a task calls invokeAll on its own pool
 * expect: pool-deadlock critical at WAIT
 */
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class DeadlockInvokeAll {
  static final ExecutorService pool = Executors.newFixedThreadPool(1);

  public static void main(String[] args) throws Exception {
    pool.submit(DeadlockInvokeAll::outer);
    Thread.sleep(7_000);
    pool.shutdownNow();
  }

  static Object outer() throws Exception {
    return pool.invokeAll(List.of(() -> "one", () -> "two")); // <WAIT>
  }
}
