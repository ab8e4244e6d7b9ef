/*
 * claim: thousands of virtual threads keep both carriers busy for seconds, each of them for a moment
 * twin of: carrier-starvation
 * jdk: 21..
 * flags: -Djdk.virtualThreadScheduler.parallelism=2
 * seconds: 12
 * full: it computes on two processors for seconds
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class BenignCarriersBusy {
  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    for (int i = 0; i < 5_000; i++) {
      threads.execute(BenignCarriersBusy::request);
    }
    threads.shutdown();
    threads.awaitTermination(12, TimeUnit.SECONDS);
  }

  static void request() {
    try {
      for (int i = 0; i < 4; i++) {
        long end = System.nanoTime() + 500_000;
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
        Thread.sleep(1);
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
