/*
 * claim: an executor that starts a platform thread for each task
 * jdk: 21..
 * expect: thread-per-task warning at START
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

public class ThreadPerTaskExecutor {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = threadPerTask(Executors.defaultThreadFactory());
    for (int i = 0; i < 40; i++) {
      pool.execute(() -> {}); // <START>
      Thread.sleep(200);
    }
    pool.shutdown();
  }

  /** By reflection, so that a compiler of Java 17 will do. */
  static ExecutorService threadPerTask(ThreadFactory factory) throws Exception {
    return (ExecutorService)
        Executors.class
            .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
            .invoke(null, factory);
  }
}
