/*
 * claim: two long waits are start-up, not a habit: the rule asks for three
 * twin of: async-blocking-pair
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignTwoLongWaits {
  public static void main(String[] args) throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(1);
    for (int i = 0; i < 2; i++) {
      workers.submit(BenignTwoLongWaits::load).get();
    }
    Thread.sleep(2_000);
    workers.shutdown();
  }

  static Object load() throws InterruptedException {
    Thread.sleep(6_000);
    return "cache";
  }
}
