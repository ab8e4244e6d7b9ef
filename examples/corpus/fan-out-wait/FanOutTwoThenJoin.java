/*
 * claim: a request starts two queries and joins both, one after the other
 * twin of: async-blocking-pair
 * expect: fan-out-wait info at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class FanOutTwoThenJoin {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ExecutorService workers = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 16; i++) {
      requests.execute(FanOutTwoThenJoin::handle);
      Thread.sleep(850);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static void handle() {
    CompletableFuture<String> user = CompletableFuture.supplyAsync(() -> query(700), workers);
    CompletableFuture<String> cart = CompletableFuture.supplyAsync(() -> query(700), workers);
    String page = user.join(); // <WAIT>
    page += cart.join();
    if (page.isEmpty()) {
      throw new IllegalStateException();
    }
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
