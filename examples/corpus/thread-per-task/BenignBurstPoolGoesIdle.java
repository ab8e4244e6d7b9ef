/*
 * claim: a dozen threads of a cached pool run forty tasks each and end, all at once, when there is nothing left to do
 * twin of: thread-per-task
 */
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class BenignBurstPoolGoesIdle {
  static final Semaphore free = new Semaphore(12);

  public static void main(String[] args) throws Exception {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(0, 100, 1, TimeUnit.SECONDS, new SynchronousQueue<>());
    for (int i = 0; i < 480; i++) {
      free.acquire();
      Thread.sleep(1);
      pool.execute(BenignBurstPoolGoesIdle::work);
    }
    Thread.sleep(4_000);
    pool.shutdown();
  }

  static void work() {
    try {
      Thread.sleep(80);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    free.release();
  }
}
