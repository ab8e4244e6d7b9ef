/*
 * claim: a fixed pool whose tasks throw now and then: each time the worker ends and starts another in its place
 * twin of: thread-per-task
 */
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

public class BenignTasksThatThrow {
  public static void main(String[] args) throws Exception {
    ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(4);
    pool.setThreadFactory(
        task -> {
          Thread thread = new Thread(task);
          thread.setUncaughtExceptionHandler((dying, thrown) -> {});
          return thread;
        });
    for (int i = 0; i < 120; i++) {
      pool.execute(
          () -> {
            throw new IllegalStateException("bad input");
          });
      Thread.sleep(70);
    }
    pool.shutdown();
  }
}
