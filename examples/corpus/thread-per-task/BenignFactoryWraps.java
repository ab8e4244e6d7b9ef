/*
 * claim: twenty workers end young because their pool is shut down; the thread factory wraps what they run
 * twin of: thread-per-task
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignFactoryWraps {
  static final ThreadLocal<String> context = new ThreadLocal<>();

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(20, task -> new Thread(carrying(task)));
    CountDownLatch done = new CountDownLatch(400);
    for (int i = 0; i < 400; i++) {
      pool.execute(() -> work(done));
    }
    done.await();
    pool.shutdown();
    Thread.sleep(3_000);
  }

  static Runnable carrying(Runnable worker) {
    return () -> {
      context.set("batch");
      worker.run();
    };
  }

  static void work(CountDownLatch done) {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    done.countDown();
  }
}
