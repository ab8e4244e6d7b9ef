/*
 * claim: a request thread waits in get() for a worker of another pool that only sleeps
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairOnOwnPool {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ExecutorService workers = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      requests.execute(PairOnOwnPool::handle);
      Thread.sleep(800);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static void handle() {
    try {
      CompletableFuture.supplyAsync(PairOnOwnPool::query, workers).get(); // <WAIT>
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static String query() {
    try {
      Thread.sleep(700);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "row";
  }
}
