/*
 * claim: ten tasks of 0.3 s arrive each second at two threads
 * expect: pool-saturated warning at POOL
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class SaturatedSlowTasks {
  static final ExecutorService pool = Executors.newFixedThreadPool(2); // <POOL>

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 160; i++) {
      pool.submit(SaturatedSlowTasks::send);
      Thread.sleep(100);
    }
    pool.shutdownNow();
  }

  static Object send() throws InterruptedException {
    Thread.sleep(300);
    return "sent";
  }
}
