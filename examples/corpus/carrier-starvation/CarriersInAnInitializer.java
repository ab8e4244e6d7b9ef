/*
 * claim: a class initializer waits for a virtual thread that finds no carrier, as another one waits for the class
 * jdk: 21..
 * expect: carrier-starvation warning at WAIT or USE
 * flags: -Djdk.virtualThreadScheduler.parallelism=2 -Djdk.virtualThreadScheduler.maxPoolSize=2
 * seconds: 8
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class CarriersInAnInitializer {
  static final CountDownLatch loaded = new CountDownLatch(1);

  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    for (int i = 0; i < 2; i++) {
      threads.execute(() -> System.setProperty("rates", "" + Rates.USD)); // <USE>
    }
    Thread.sleep(300);
    threads.execute(loaded::countDown);
    Thread.sleep(8_000);
    System.exit(0);
  }

  static class Rates {
    static final double USD = load();

    static double load() {
      try {
        loaded.await(); // <WAIT>
        return 1.1;
      } catch (InterruptedException e) {
        return 0;
      }
    }
  }

  /** Java 17 has no virtual threads to compile against. */
  static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
