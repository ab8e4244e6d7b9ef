/*
 * claim: virtual threads sleep inside synchronized; on JDK 21 each holds its carrier meanwhile
 * jdk: 21..
 * expect (jdk 21..23): virtual-thread-pinned warning at SLEEP
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PinnedByAMonitor {
  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    for (int i = 0; i < 100; i++) {
      threads.execute(PinnedByAMonitor::pinned);
      Thread.sleep(100);
    }
    threads.shutdown();
  }

  static void pinned() {
    try {
      synchronized (new Object()) {
        Thread.sleep(60); // <SLEEP>
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Java 17 has no virtual threads to compile against. */
  static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
