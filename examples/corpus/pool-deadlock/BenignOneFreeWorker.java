/*
 * claim: tasks wait for tasks of their own pool, but one thread is free to run them
 * twin of: pool-deadlock
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignOneFreeWorker {
  static final ExecutorService pool = Executors.newFixedThreadPool(3);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      pool.submit(BenignOneFreeWorker::outer);
      pool.submit(BenignOneFreeWorker::outer);
      Thread.sleep(500);
    }
    pool.shutdown();
  }

  static Object outer() throws Exception {
    Thread.sleep(200);
    return pool.submit(() -> "inner").get();
  }
}
