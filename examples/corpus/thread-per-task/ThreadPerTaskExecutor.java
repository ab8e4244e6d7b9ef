/*
 * claim: an executor that starts a platform thread for each task
 * jdk: 21..
 * expect: thread-per-task warning at START
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ThreadPerTaskExecutor {
  static final ExecutorService pool =
      Executors.newThreadPerTaskExecutor(Executors.defaultThreadFactory());

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 40; i++) {
      pool.execute(() -> {}); // <START>
      Thread.sleep(200);
    }
    pool.shutdown();
  }
}
