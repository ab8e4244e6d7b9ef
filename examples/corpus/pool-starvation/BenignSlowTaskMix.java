/*
 * claim: slow tasks that wait for nobody, with others behind them in the queue
 * twin of: pool-starvation
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignSlowTaskMix {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      pool.submit(BenignSlowTaskMix::report);
    }
    pool.shutdown();
  }

  static Object report() throws InterruptedException {
    Thread.sleep(7_000);
    return "report";
  }
}
