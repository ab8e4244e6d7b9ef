/*
 * claim: virtual threads that wait for a processor lack processors, not threads: their carriers are no pool to enlarge
 * jdk: 21..
 * flags: -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1
 * twin of: pool-saturated
 * full: it computes for 16 s
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignBusyCarriers {
  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    for (int i = 0; i < 400; i++) {
      threads.execute(BenignBusyCarriers::compute);
    }
    Thread.sleep(16_000);
    System.exit(0);
  }

  static void compute() {
    long end = System.nanoTime() + 50_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** Java 17 has no virtual threads to compile against. */
  static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
