/*
 * claim: The pool sits behind an executor that carries the tenant along, so what is queued is a lambda around the
 *   FutureTask; all workers wait for such tasks, queued in their own pool.
 * expect: pool-deadlock critical at GET
 * allow: pool-starvation warning
 * allow: pool-saturated warning
 * allow: jit-warm-up info
 */
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class DeadlockContextExecutor extends AbstractExecutorService {
  private static final ThreadLocal<String> TENANT = new ThreadLocal<>();
  private final ExecutorService target = Executors.newFixedThreadPool(2);

  @Override
  public void execute(Runnable task) {
    String tenant = TENANT.get();
    target.execute(() -> {
      TENANT.set(tenant);
      try {
        task.run();
      } finally {
        TENANT.remove();
      }
    });
  }

  @Override
  public void shutdown() {
    target.shutdown();
  }

  @Override
  public List<Runnable> shutdownNow() {
    return target.shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return target.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return target.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return target.awaitTermination(timeout, unit);
  }

  private String invoice(int number) throws Exception {
    Thread.sleep(500); // loads the lines
    Future<String> address = submit(() -> TENANT.get() + ", Main Street 1");
    return number + ": " + address.get(); // <GET>
  }

  public static void main(String[] args) throws Exception {
    DeadlockContextExecutor pool = new DeadlockContextExecutor();
    TENANT.set("acme");
    for (int i = 0; i < 8; i++) {
      int number = i;
      pool.submit(() -> pool.invoice(number));
    }
    Thread.sleep(15_000);
    System.exit(0);
  }
}
