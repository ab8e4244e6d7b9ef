/*
 * claim: the same ordered queue with the fix: a task that the pool refused is no longer in the queue, and what comes later runs (eclipse-vertx/vert.x#4904)
 * twin of: pool-saturated
 * allow: tasks-rejected warning
 * libraries: io.vertx:vertx-core:4.5.11
 * seconds: 20
 */
import io.vertx.core.impl.TaskQueue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class BenignOrderedQueueRefused {
  public static void main(String[] args) throws InterruptedException {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
    TaskQueue orders = new TaskQueue();
    pool.execute(() -> pause(1_000));
    pool.execute(() -> pause(1_000));
    try {
      orders.execute(() -> {}, pool);
    } catch (RejectedExecutionException overload) {
      // The service answers that it is busy.
    }
    Thread.sleep(3_000);
    for (int i = 0; i < 30; i++) {
      answer(orders, pool);
      Thread.sleep(500);
    }
    System.exit(0);
  }

  static String answer(TaskQueue orders, ThreadPoolExecutor pool) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    orders.execute(() -> answer.complete("done"), pool);
    return answer.join();
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
