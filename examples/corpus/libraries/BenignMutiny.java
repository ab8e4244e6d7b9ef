/*
 * claim: request threads await a Uni of Mutiny that a timer completes; no second thread is held
 * twin of: async-blocking-pair
 * libraries: io.smallrye.reactive:mutiny:3.0.1
 * seconds: 10
 */
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignMutiny {
  static final ExecutorService workers = Executors.newFixedThreadPool(8);

  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      requests.execute(BenignMutiny::serve);
    }
    Thread.sleep(9_000);
    System.exit(0);
  }

  static void serve() {
    while (true) {
      Uni.createFrom()
          .item(1)
          .onItem()
          .delayIt()
          .by(Duration.ofMillis(150))
          .runSubscriptionOn(workers)
          .await()
          .atMost(Duration.ofSeconds(5));
    }
  }
}
