/*
 * claim: the request thread does its own work first and finds the future done
 * twin of: async-blocking-pair
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignFutureDoneWhenAsked {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ExecutorService workers = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 16; i++) {
      requests.execute(BenignFutureDoneWhenAsked::handle);
      Thread.sleep(900);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static void handle() {
    CompletableFuture<Void> side = CompletableFuture.runAsync(() -> work(300), workers);
    work(800);
    side.join();
  }

  static void work(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
