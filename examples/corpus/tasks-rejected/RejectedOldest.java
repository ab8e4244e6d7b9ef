/*
 * claim: the policy drops the oldest task of the queue for the newest
 * expect: tasks-rejected info at SUBMIT
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class RejectedOldest {
  static final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          1,
          1,
          1,
          TimeUnit.MINUTES,
          new ArrayBlockingQueue<>(2),
          new ThreadPoolExecutor.DiscardOldestPolicy());

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 6; i++) {
      CompletableFuture.runAsync(RejectedOldest::send, pool); // <SUBMIT>
    }
    Thread.sleep(6_000);
    pool.shutdown();
  }

  static void send() {
    try {
      Thread.sleep(1_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
