/*
 * claim: forty threads of a pool share one synchronized method, in which each waits for a disk
 * seconds: 20
 * expect: lock-contention warning at PUT
 * evidence: lock-contention heldAt at DISK
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LockContentionMonitor {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(40);
    long end = System.nanoTime() + 20_000_000_000L;
    for (int i = 0; i < 40; i++) {
      pool.execute(() -> work(end));
    }
    pool.shutdown();
  }

  static void work(long end) {
    while (System.nanoTime() < end) {
      put();
    }
  }

  static synchronized void put() {
    pause(); // <PUT>
  }

  static void pause() {
    try {
      Thread.sleep(40); // <DISK>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
