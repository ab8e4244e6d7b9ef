/*
 * claim: tasks wait for tasks of their own pool, but one thread is free to run them
 * twin of: pool-deadlock
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

public class BenignOneFreeWorker {
  static final ExecutorService pool = Executors.newFixedThreadPool(3);
  static final Semaphore over = new Semaphore(0);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      pool.submit(BenignOneFreeWorker::outer);
      pool.submit(BenignOneFreeWorker::outer);
      over.acquire(2);
      Thread.sleep(300);
    }
    pool.shutdown();
  }

  static Object outer() throws Exception {
    Thread.sleep(200);
    try {
      return pool.submit(() -> "inner").get();
    } finally {
      over.release();
    }
  }
}
