/*
 * claim: a task closes the pool that runs it, so the thread waits for its own end; one of a fork-join pool does the same,
 *   and a worker joins itself
 * expect: lock-deadlock critical at CLOSES
 * expect: lock-deadlock critical at CLOSES_FORK_JOIN
 * expect: lock-deadlock critical at JOINS
 * jdk: 21..
 * seconds: 12
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

public class LockDeadlockClosesItself {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    ExecutorService steps = new ForkJoinPool(2);
    pool.submit(() -> stop(pool));
    steps.submit(() -> end(steps));
    ExecutorService single = Executors.newSingleThreadExecutor();
    single.submit(LockDeadlockClosesItself::rest);
    Thread.sleep(7_000);
    Runtime.getRuntime().halt(0);
  }

  /** Compiled for 17, where executors have no such method. */
  static AutoCloseable closeable(Object pool) {
    return (AutoCloseable) pool;
  }

  static Object stop(ExecutorService pool) throws Exception {
    closeable(pool).close(); // <CLOSES>
    return "stopped";
  }

  static Object end(ExecutorService steps) throws Exception {
    closeable(steps).close(); // <CLOSES_FORK_JOIN>
    return "ended";
  }

  static Object rest() throws InterruptedException {
    Thread.currentThread().join(); // <JOINS>
    return "rested";
  }
}
