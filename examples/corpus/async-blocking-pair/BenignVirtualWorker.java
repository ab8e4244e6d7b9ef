/*
 * claim: the blocked worker is a virtual thread: only one platform thread is held
 * twin of: async-blocking-pair
 * jdk: 21..
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignVirtualWorker {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static ExecutorService workers;

  public static void main(String[] args) throws Exception {
    workers = virtualThreads();
    for (int i = 0; i < 17; i++) {
      requests.submit(BenignVirtualWorker::handle);
      Thread.sleep(800);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static Object handle() throws Exception {
    return workers.submit(BenignVirtualWorker::query).get();
  }

  static Object query() throws InterruptedException {
    Thread.sleep(700);
    return "row";
  }

  /** By reflection, so that a compiler of Java 17 will do. */
  static ExecutorService virtualThreads() throws Exception {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
