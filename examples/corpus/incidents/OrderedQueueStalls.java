/*
 * claim: an ordered queue of Vert.x 4.4 in front of a pool with a bounded queue keeps a task that the pool refused and believes that it runs; nothing behind it ever runs (eclipse-vertx/vert.x#4900)
 * expect: tasks-rejected warning at SUBMIT
 * expect: pool-saturated warning at QUEUE
 * libraries: io.vertx:vertx-core:4.4.6
 * seconds: 30
 */
import io.vertx.core.impl.TaskQueue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class OrderedQueueStalls {
  public static void main(String[] args) throws InterruptedException {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
    TaskQueue orders = new TaskQueue(); // <QUEUE>
    pool.execute(() -> pause(1_000));
    pool.execute(() -> pause(1_000));
    try {
      orders.execute(() -> {}, pool); // <SUBMIT>
    } catch (RejectedExecutionException overload) {
      // The service answers that it is busy.
    }
    Thread.sleep(3_000);
    Thread request = new Thread(() -> answer(orders, pool), "request");
    request.setDaemon(true);
    request.start();
    Thread.sleep(25_000);
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
