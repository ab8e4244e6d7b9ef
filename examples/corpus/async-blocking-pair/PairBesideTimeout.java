/*
 * claim: futures with a time-out of their own, orTimeout, whose task is due long after the answer
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class PairBesideTimeout {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ExecutorService workers = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      requests.execute(PairBesideTimeout::handle);
      Thread.sleep(800);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static void handle() {
    CompletableFuture.supplyAsync(PairBesideTimeout::query, workers)
        .orTimeout(30, TimeUnit.SECONDS)
        .join(); // <WAIT>
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
