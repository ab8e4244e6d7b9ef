/*
 * claim: the waiters are virtual threads: a parked virtual thread holds nothing
 * twin of: async-blocking-pair
 * jdk: 21..
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignVirtualWaiter {
  static final ExecutorService workers = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    ExecutorService requests = virtualThreads();
    for (int i = 0; i < 35; i++) {
      requests.submit(BenignVirtualWaiter::handle);
      Thread.sleep(400);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static Object handle() throws Exception {
    return CompletableFuture.supplyAsync(BenignVirtualWaiter::query, workers).get();
  }

  static String query() {
    try {
      Thread.sleep(700);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "row";
  }

  /** By reflection, so that a compiler of Java 17 will do. */
  static ExecutorService virtualThreads() throws Exception {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
