/*
 * claim: two threads wait for each other's latch until what depends on a slow task opens one of them after 22 s
 * twin of: lock-deadlock
 * allow: pool-saturated warning
 * seconds: 40
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignLater {
  public static void main(String[] args) throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    CountDownLatch right = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(1);
    CompletableFuture<Void> opened =
        CompletableFuture.runAsync(() -> sleep(22_000), pool).thenRun(left::countDown);
    Thread waits =
        new Thread(
            () -> {
              await(left);
              right.countDown();
            },
            "left");
    waits.start();
    await(right);
    left.countDown();
    waits.join();
    opened.join();
    sleep(15_000);
    System.exit(0);
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
