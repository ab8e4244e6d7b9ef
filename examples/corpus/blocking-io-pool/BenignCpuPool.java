/*
 * claim: the threads of the pool compute
 * twin of: blocking-io-pool
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignCpuPool {
  static final ExecutorService workers = Executors.newFixedThreadPool(2);
  static volatile long sum;

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 60; i++) {
      workers.execute(BenignCpuPool::compute);
      Thread.sleep(200);
    }
    workers.shutdown();
  }

  static void compute() {
    long end = System.nanoTime() + 60_000_000L;
    long hash = 1;
    while (System.nanoTime() < end) {
      hash = hash * 31 + end;
    }
    sum += hash;
  }
}
