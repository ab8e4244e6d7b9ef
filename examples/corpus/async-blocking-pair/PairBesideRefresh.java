/*
 * claim: each request also starts a refresh that lasts longer than the request and that nobody waits
 *   for; it waits in get() for a worker that only sleeps
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairBesideRefresh {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ExecutorService workers = Executors.newFixedThreadPool(2);
  static final ExecutorService refreshes = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 14; i++) {
      requests.execute(PairBesideRefresh::handle);
      Thread.sleep(800);
    }
    requests.shutdown();
    workers.shutdown();
    refreshes.shutdownNow();
  }

  static void handle() {
    try {
      CompletableFuture.runAsync(PairBesideRefresh::refresh, refreshes);
      workers.submit(PairBesideRefresh::query).get(); // <WAIT>
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void refresh() {
    try {
      Thread.sleep(2_500);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static String query() throws InterruptedException {
    Thread.sleep(700);
    return "row";
  }
}
