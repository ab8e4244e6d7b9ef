/*
 * claim: a task awaits the termination of the pool that runs it, until a time-out that comes too late
 * expect: lock-deadlock warning at AWAITS
 * seconds: 17
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class LockDeadlockAwaitsItself {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.submit(() -> stop(pool));
    Thread.sleep(14_000);
    Runtime.getRuntime().halt(0);
  }

  static boolean stop(ExecutorService pool) throws InterruptedException {
    pool.shutdown();
    return pool.awaitTermination(1, TimeUnit.HOURS); // <AWAITS>
  }
}
