/*
 * claim: waits of 10 ms add up to a fraction of a second: not worth a thought
 * twin of: async-blocking-pair
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignShortWaits {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ExecutorService workers = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 35; i++) {
      requests.submit(BenignShortWaits::handle);
      Thread.sleep(400);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static Object handle() throws Exception {
    return workers.submit(BenignShortWaits::query).get();
  }

  static Object query() throws InterruptedException {
    Thread.sleep(10);
    return "row";
  }
}
