/*
 * claim: a cached pool whose keep-alive is shorter than the pause between tasks never reuses a thread
 * expect: thread-per-task warning at START
 */
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class ThreadPerTaskCachedChurn {
  static final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          0, Integer.MAX_VALUE, 50, TimeUnit.MILLISECONDS, new SynchronousQueue<>());

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 40; i++) {
      pool.execute(() -> {}); // <START>
      Thread.sleep(200);
    }
    pool.shutdown();
  }
}
