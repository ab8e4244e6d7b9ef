/*
 * claim: a burst fills the queue and drains within seconds
 * twin of: pool-saturated
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignBurst {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    for (int burst = 0; burst < 2; burst++) {
      for (int i = 0; i < 40; i++) {
        pool.submit(BenignBurst::send);
      }
      Thread.sleep(8_000);
    }
    pool.shutdown();
  }

  static Object send() throws InterruptedException {
    Thread.sleep(300);
    return "sent";
  }
}
