/*
 * claim: a third of the run time is waiting for a child process, the rest is work
 * twin of: blocking-io-pool
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignMixedPool {
  static final ExecutorService workers = Executors.newFixedThreadPool(2);
  static volatile long sum;

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 30; i++) {
      workers.execute(BenignMixedPool::work);
      Thread.sleep(400);
    }
    workers.shutdown();
  }

  static void work() {
    long end = System.nanoTime() + 200_000_000L;
    long hash = 1;
    while (System.nanoTime() < end) {
      hash = hash * 31 + end;
    }
    sum += hash;
    try {
      new ProcessBuilder("sleep", "0.1").start().waitFor();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
