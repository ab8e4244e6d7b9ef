/*
 * claim: virtual threads that sleep without a monitor leave their carriers
 * jdk: 21..
 * twin of: virtual-thread-pinned
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignVirtualSleep {
  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    for (int i = 0; i < 100; i++) {
      threads.execute(BenignVirtualSleep::sleep);
      Thread.sleep(100);
    }
    threads.shutdown();
  }

  static void sleep() {
    try {
      Thread.sleep(60);
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
