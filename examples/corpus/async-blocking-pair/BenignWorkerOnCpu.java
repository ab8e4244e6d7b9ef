/*
 * claim: the worker computes: one thread works, one waits, and none is blocked twice
 * twin of: async-blocking-pair
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignWorkerOnCpu {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ExecutorService workers = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      requests.submit(BenignWorkerOnCpu::handle);
      Thread.sleep(1_300);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static Object handle() throws Exception {
    return workers.submit(BenignWorkerOnCpu::compute).get();
  }

  static Object compute() {
    long end = System.nanoTime() + 250_000_000L;
    long hash = 1;
    while (System.nanoTime() < end) {
      hash = hash * 31 + end;
    }
    return hash;
  }
}
