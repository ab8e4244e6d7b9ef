/*
 * claim: each request writes its audit record on another thread and waits for the next round of a
 *   scheduled gate, of which the audit knows nothing
 * twin of: async-blocking-pair
 * seconds: 16
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

public class BenignScheduledGate {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService audit = Executors.newFixedThreadPool(4);
  static final ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
  static final AtomicReference<CountDownLatch> gate = new AtomicReference<>(new CountDownLatch(1));

  public static void main(String[] args) throws Exception {
    clock.scheduleAtFixedRate(
        () -> gate.getAndSet(new CountDownLatch(1)).countDown(), 500, 500, TimeUnit.MILLISECONDS);
    for (int i = 0; i < 100; i++) {
      requests.execute(BenignScheduledGate::handle);
      Thread.sleep(150);
    }
    requests.shutdown();
    requests.awaitTermination(5, TimeUnit.SECONDS);
    clock.shutdownNow();
    audit.shutdown();
  }

  static void handle() {
    audit.execute(BenignScheduledGate::record);
    try {
      gate.get().await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void record() {
    try {
      Thread.sleep(400);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
