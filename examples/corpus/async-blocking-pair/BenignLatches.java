/*
 * claim: a batch of which one task is slow, and a task beside work of one's own
 * twin of: async-blocking-pair
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignLatches {
  interface Part {
    void run() throws InterruptedException;
  }

  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService workers = Executors.newFixedThreadPool(16);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 14; i++) {
      requests.execute(quietly(BenignLatches::batch));
      requests.execute(quietly(BenignLatches::own));
      Thread.sleep(600);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static Runnable quietly(Part part) {
    return () -> {
      try {
        part.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  /** Four tasks, of which the last takes longest. */
  static void batch() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(4);
    for (int i = 0; i < 4; i++) {
      int millis = i < 3 ? 20 : 300;
      workers.execute(
          quietly(
              () -> {
                Thread.sleep(millis);
                done.countDown();
              }));
    }
    done.await();
  }

  /** Two queries at a time: one here, one there. */
  static void own() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    workers.execute(
        quietly(
            () -> {
              Thread.sleep(400);
              done.countDown();
            }));
    Thread.sleep(200);
    done.await();
  }
}
