/*
 * claim: a single-thread executor hides its pool behind a wrapper
 * expect: pool-deadlock critical at WAIT
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class DeadlockSingleThread {
  static final ExecutorService single = Executors.newSingleThreadExecutor();

  public static void main(String[] args) throws Exception {
    single.submit(DeadlockSingleThread::outer);
    Thread.sleep(7_000);
    single.shutdownNow();
  }

  static Object outer() throws Exception {
    return single.submit(() -> "inner").get(); // <WAIT>
  }
}
