/*
 * claim: as many virtual threads compute for seconds as there are carriers; the others are ready and do not run
 * jdk: 21..
 * expect: carrier-starvation warning at STEP or LOOP or CALL
 * flags: -Djdk.virtualThreadScheduler.parallelism=2
 * seconds: 10
 * full: it computes on two processors for 8 s
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class CarriersCompute {
  static volatile long sum;

  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    for (int i = 0; i < 2; i++) {
      threads.execute(CarriersCompute::report);
    }
    Thread.sleep(200);
    for (int i = 0; i < 50; i++) {
      threads.execute(() -> sum++);
    }
    threads.shutdown();
    threads.awaitTermination(20, TimeUnit.SECONDS);
  }

  static void report() {
    long end = System.nanoTime() + 8_000_000_000L;
    while (System.nanoTime() < end) { // <LOOP>
      sum += step(sum); // <CALL>
    }
  }

  static long step(long of) {
    return of * 31 + 7; // <STEP>
  }

  /** Java 17 has no virtual threads to compile against. */
  static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
