/*
 * claim: a bulkhead whose permits come back slowly, and consumers that wait for a sign at a semaphore
 * twin of: permits-exhausted
 * allow: pool-saturated warning
 * seconds: 24
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

public class BenignBreathingBulkhead {
  static final Semaphore permits = new Semaphore(2);
  static final Semaphore sign = new Semaphore(0);

  public static void main(String[] args) throws Exception {
    ExecutorService consumers = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      consumers.execute(BenignBreathingBulkhead::consume);
    }
    ExecutorService requests = Executors.newFixedThreadPool(6);
    for (int i = 0; i < 30; i++) {
      requests.execute(BenignBreathingBulkhead::handle);
    }
    Thread.sleep(22_000);
    System.exit(0);
  }

  static void handle() {
    permits.acquireUninterruptibly();
    try {
      Thread.sleep(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      permits.release();
    }
  }

  static void consume() {
    while (true) {
      sign.acquireUninterruptibly();
    }
  }
}
