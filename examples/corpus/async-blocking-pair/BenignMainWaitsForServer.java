/*
 * claim: main waits once, as long as the server lives
 * twin of: async-blocking-pair
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignMainWaitsForServer {
  public static void main(String[] args) throws Exception {
    ExecutorService server = Executors.newSingleThreadExecutor();
    CompletableFuture.runAsync(BenignMainWaitsForServer::serve, server).get();
    server.shutdown();
  }

  static void serve() {
    for (int i = 0; i < 14; i++) {
      try {
        Thread.sleep(1_000);
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
