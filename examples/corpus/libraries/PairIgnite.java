/*
 * claim: request threads wait at Ignite's future for a value that another thread loads with a blocking call
 * expect: async-blocking-pair warning at GET
 * libraries: org.apache.ignite:ignite-core:2.17.0!
 * seconds: 12
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.ignite.internal.util.future.GridFutureAdapter;

public class PairIgnite {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService store = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      requests.submit(PairIgnite::serve);
    }
    Thread.sleep(11_000);
    System.exit(0);
  }

  static Object serve() throws Exception {
    while (true) {
      get();
    }
  }

  static int get() throws Exception {
    GridFutureAdapter<Integer> value = new GridFutureAdapter<>();
    store.execute(() -> value.onDone(load()));
    return value.get(); // <GET>
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
