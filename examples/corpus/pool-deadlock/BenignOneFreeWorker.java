/*
 * claim: tasks wait for tasks of their own pool, but one thread is free to run them
 * twin of: pool-deadlock
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class BenignOneFreeWorker {
  static final ExecutorService pool = Executors.newFixedThreadPool(3);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      Future<?> first = pool.submit(BenignOneFreeWorker::outer);
      Future<?> second = pool.submit(BenignOneFreeWorker::outer);
      first.get();
      second.get();
      Thread.sleep(300);
    }
    pool.shutdown();
  }

  static Object outer() throws Exception {
    Thread.sleep(200);
    return pool.submit(() -> "inner").get();
  }
}
