/*
 * claim: reports hold a connection each while they wait for a task of another pool, which needs a connection too
 * expect: permits-exhausted warning at ACQUIRE
 * allow: pool-saturated warning
 * allow: async-blocking-pair warning
 * seconds: 24
 */
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

public class PermitsNestedConnection {
  static final Semaphore connections = new Semaphore(4);
  static final ExecutorService details = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    ExecutorService reports = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 60; i++) {
      int millis = i < 20 ? 1 : 300;
      reports.submit(() -> report(millis));
      Thread.sleep(i < 20 ? 50 : 10);
    }
    Thread.sleep(20_000);
    System.exit(0);
  }

  static Object report(int millis) throws Exception {
    return connected(
        () -> {
          Thread.sleep(millis);
          return details.submit(() -> connected(() -> millis)).get();
        });
  }

  static Object connected(Callable<?> query) throws Exception {
    connections.acquire(); // <ACQUIRE>
    try {
      return query.call();
    } finally {
      connections.release();
    }
  }
}
