/*
 * claim: what shutdownNow returns is cancelled or run by its caller soon after; who waits for a discarded task waits with a time-out;
 *   a pool that is shut down runs its queue to the end
 * twin of: lost-wait
 * allow: pool-saturated warning
 * allow: async-blocking-pair warning
 * allow: submit-and-wait warning
 * allow: tasks-rejected info
 * seconds: 22
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class BenignDroppedTasks {
  static final ExecutorService thumbnails =
      new ThreadPoolExecutor(
          1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.DiscardPolicy());

  public static void main(String[] args) throws Exception {
    ExecutorService web = Executors.newFixedThreadPool(12);
    ExecutorService cancelled = Executors.newSingleThreadExecutor();
    ExecutorService run = Executors.newSingleThreadExecutor();
    ExecutorService slow = Executors.newSingleThreadExecutor();
    for (int i = 0; i < 3; i++) {
      web.submit(BenignDroppedTasks::thumbnail);
      web.submit(() -> search(cancelled));
      web.submit(() -> search(run));
      web.submit(() -> search(slow));
    }
    Thread.sleep(1_000);
    slow.shutdown();
    for (Runnable task : cancelled.shutdownNow()) {
      ((Future<?>) task).cancel(true);
    }
    for (Runnable task : run.shutdownNow()) {
      task.run();
    }
    Thread.sleep(15_000);
    System.exit(0);
  }

  static Object thumbnail() throws Exception {
    try {
      return thumbnails.submit(() -> work(500)).get(8, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      return "none";
    }
  }

  static Object search(ExecutorService index) throws Exception {
    try {
      return index.submit(() -> work(4_000)).get();
    } catch (CancellationException over) {
      return "none";
    }
  }

  static Object work(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "done";
  }
}
