/*
 * claim: each request thread calls await() of Mutiny for work that blocks a thread of a pool
 * expect: async-blocking-pair warning at BLOCK
 * allow: submit-and-wait warning
 * libraries: io.smallrye.reactive:mutiny:1.0.0
 * seconds: 10
 */
import io.smallrye.mutiny.Uni;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairMutiny {
  static final ExecutorService workers = Executors.newFixedThreadPool(8);

  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      requests.execute(PairMutiny::serve);
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
        .item(PairMutiny::query)
        .map(price -> price + 1)
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
