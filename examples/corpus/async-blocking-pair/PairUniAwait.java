/*
 * claim: each request thread awaits a Uni of Mutiny whose work blocks a thread of a pool
 * expect: async-blocking-pair warning at BLOCK
 * allow: submit-and-wait warning
 * libraries: io.smallrye.reactive:mutiny:2.8.0
 * seconds: 10
 */
import io.smallrye.mutiny.Uni;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairUniAwait {
  static final ExecutorService workers = Executors.newCachedThreadPool();

  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      requests.execute(PairUniAwait::serve);
    }
    Thread.sleep(9_000);
    System.exit(0);
  }

  static void serve() {
    while (true) {
      price();
    }
  }

  static Integer price() {
    return Uni.createFrom()
        .item(PairUniAwait::query)
        .onItem().transform(price -> price + 1)
        .runSubscriptionOn(workers)
        .await()
        .indefinitely(); // <BLOCK>
  }

  static int query() {
    try {
      Thread.sleep(150);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 1;
  }
}
