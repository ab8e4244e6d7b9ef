/*
 * claim: three threads are held for one job, which makes two pairs
 * expect: async-blocking-pair warning at OUTER
 * expect: async-blocking-pair warning at INNER
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairChainOfThree {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ExecutorService services = Executors.newFixedThreadPool(2);
  static final ExecutorService compilers = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      requests.execute(PairChainOfThree::handle);
      Thread.sleep(800);
    }
    requests.shutdown();
    services.shutdown();
    compilers.shutdown();
  }

  static void handle() {
    CompletableFuture.supplyAsync(PairChainOfThree::serve, services).join(); // <OUTER>
  }

  static String serve() {
    return CompletableFuture.supplyAsync(PairChainOfThree::compile, compilers).join(); // <INNER>
  }

  static String compile() {
    try {
      Thread.sleep(700);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "ok";
  }
}
