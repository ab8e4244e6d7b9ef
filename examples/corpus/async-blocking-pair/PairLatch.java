/*
 * claim: a call made synchronous by a latch of its own, without a future
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairLatch {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService workers = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 80; i++) {
      requests.execute(PairLatch::handle);
      Thread.sleep(100);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static void handle() {
    CountDownLatch done = new CountDownLatch(1);
    workers.execute(() -> query(done));
    try {
      done.await(); // <WAIT>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void query(CountDownLatch done) {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      done.countDown();
    }
  }
}
