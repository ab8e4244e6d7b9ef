/*
 * claim: slow work composed without a single wait: what the remedies advise
 * twin of: every rule
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class AsynchronousEndToEnd {
  static final ExecutorService workers = Executors.newFixedThreadPool(4);
  static final AtomicInteger answers = new AtomicInteger();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 60; i++) {
      handle();
      Thread.sleep(200);
    }
    workers.shutdown();
    workers.awaitTermination(5, TimeUnit.SECONDS);
    System.out.println(answers + " answers");
  }

  static void handle() {
    CompletableFuture<String> user = CompletableFuture.supplyAsync(() -> query(300), workers);
    CompletableFuture<String> cart = CompletableFuture.supplyAsync(() -> query(200), workers);
    user.thenCombine(cart, String::concat)
        .orTimeout(5, TimeUnit.SECONDS)
        .whenComplete((page, failure) -> answers.incrementAndGet());
  }

  static String query(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "row";
  }
}
