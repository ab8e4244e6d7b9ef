/*
 * claim: each thread of a pool awaits a Uni of Mutiny whose work is queued behind it in the same pool
 * expect: pool-starvation warning at BLOCK
 * libraries: io.smallrye.reactive:mutiny:3.0.1
 * seconds: 20
 */
import io.smallrye.mutiny.Uni;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class StarvationMutiny {
  static final ExecutorService pool = Executors.newFixedThreadPool(3);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 3; i++) {
      pool.execute(StarvationMutiny::request);
    }
    Thread.sleep(18_000);
    System.exit(0);
  }

  static void request() {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Uni.createFrom().item(() -> 1).runSubscriptionOn(pool).await().indefinitely(); // <BLOCK>
  }
}
