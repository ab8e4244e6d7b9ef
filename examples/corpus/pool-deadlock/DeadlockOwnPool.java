/*
 * claim: both threads of a pool wait for tasks in the queue of that pool
 * expect: pool-deadlock critical at WAIT
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class DeadlockOwnPool {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    pool.submit(DeadlockOwnPool::outer);
    pool.submit(DeadlockOwnPool::outer);
    Thread.sleep(7_000);
    pool.shutdownNow();
  }

  static Object outer() throws Exception {
    Thread.sleep(200);
    return pool.submit(() -> "inner").get(); // <WAIT>
  }
}
