/*
 * claim: the waiter joins a future derived from the one whose task blocks
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairDerivedFuture {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ExecutorService workers = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      requests.execute(PairDerivedFuture::handle);
      Thread.sleep(800);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static void handle() {
    CompletableFuture<String> body =
        CompletableFuture.supplyAsync(PairDerivedFuture::query, workers)
            .thenApply(String::strip)
            .thenApply(String::toUpperCase)
            .exceptionally(e -> "none");
    body.join(); // <WAIT>
  }

  static String query() {
    try {
      Thread.sleep(700);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return " row ";
  }
}
