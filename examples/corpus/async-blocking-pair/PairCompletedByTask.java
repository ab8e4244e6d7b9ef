/*
 * claim: each request hands a task its own CompletableFuture, which the task completes after a blocking call
 * expect: async-blocking-pair warning at GET
 * seconds: 12
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairCompletedByTask {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService store = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      requests.execute(PairCompletedByTask::serve);
    }
    Thread.sleep(11_000);
    System.exit(0);
  }

  static void serve() {
    while (true) {
      get();
    }
  }

  static int get() {
    CompletableFuture<Integer> value = new CompletableFuture<>();
    store.execute(() -> value.complete(load()));
    return value.join(); // <GET>
  }

  static int load() {
    try {
      Thread.sleep(150);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 1;
  }
}
