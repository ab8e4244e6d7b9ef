/*
 * claim: requests wait for tasks that a policy discarded; others for tasks of a pool that was replaced by shutdownNow
 * expect: lost-wait warning at DISCARDED
 * expect: lost-wait warning at REPLACED
 * allow: pool-saturated warning
 * allow: async-blocking-pair warning
 * allow: submit-and-wait warning
 * allow: tasks-rejected info
 * seconds: 22
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class LostWaitDroppedTasks {
  static final ExecutorService thumbnails =
      new ThreadPoolExecutor(
          1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.DiscardPolicy());
  static final ExecutorService index = Executors.newSingleThreadExecutor();

  public static void main(String[] args) throws Exception {
    ExecutorService web = Executors.newFixedThreadPool(4);
    ExecutorService search = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      web.submit(LostWaitDroppedTasks::thumbnail);
      search.submit(LostWaitDroppedTasks::search);
    }
    Thread.sleep(1_000);
    index.shutdownNow();
    Thread.sleep(16_000);
    System.exit(0);
  }

  static Object thumbnail() throws Exception {
    return thumbnails.submit(LostWaitDroppedTasks::work).get(); // <DISCARDED>
  }

  static Object search() throws Exception {
    return index.submit(LostWaitDroppedTasks::work).get(); // <REPLACED>
  }

  static Object work() {
    try {
      Thread.sleep(2_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "done";
  }
}
