/*
 * claim: request threads wait at Ignite's future for a value that another thread loads by computing
 * twin of: async-blocking-pair
 * libraries: org.apache.ignite:ignite-core:2.17.0!
 * seconds: 12
 * full: it computes on all processors for 11 s
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.ignite.internal.util.future.GridFutureAdapter;

public class BenignIgnite {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService store = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      requests.submit(BenignIgnite::serve);
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
    return value.get();
  }

  static int load() {
    double sum = 0;
    for (int i = 1; i < 3_000_000; i++) {
      sum += Math.sqrt(i);
    }
    return (int) sum;
  }
}
