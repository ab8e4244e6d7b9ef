/*
 * claim: one virtual thread computes for seconds; the other carrier runs all others at once
 * twin of: carrier-starvation
 * jdk: 21..
 * flags: -Djdk.virtualThreadScheduler.parallelism=2
 * seconds: 8
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignOneCarrierFree {
  static volatile long sum;

  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    threads.execute(BenignOneCarrierFree::report);
    for (int i = 0; i < 300; i++) {
      threads.execute(() -> sum++);
      Thread.sleep(20);
    }
    threads.shutdown();
  }

  static void report() {
    long end = System.nanoTime() + 6_000_000_000L;
    while (System.nanoTime() < end) {
      sum += sum * 31 + 7;
    }
  }

  /** Java 17 has no virtual threads to compile against. */
  static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
