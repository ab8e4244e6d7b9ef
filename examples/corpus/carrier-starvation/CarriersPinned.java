/*
 * claim: virtual threads wait inside synchronized for what only another virtual thread would do; JDK 21 gives none a carrier
 * jdk: 21..
 * expect (jdk 21..23): carrier-starvation warning at WAIT
 * flags: -Djdk.virtualThreadScheduler.parallelism=2 -Djdk.virtualThreadScheduler.maxPoolSize=2
 * seconds: 8
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class CarriersPinned {
  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    CountDownLatch loaded = new CountDownLatch(1);
    for (int i = 0; i < 2; i++) {
      threads.execute(() -> waitFor(loaded));
    }
    Thread.sleep(300);
    threads.execute(loaded::countDown);
    Thread.sleep(8_000);
    System.exit(0);
  }

  static void waitFor(CountDownLatch loaded) {
    try {
      synchronized (new Object()) {
        loaded.await(); // <WAIT>
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
