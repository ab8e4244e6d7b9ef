/*
 * claim: a bulkhead around an asynchronous client, whose permits come back in callbacks: first after 4 seconds, then after 16
 * twin of: permits-exhausted
 * allow: pool-saturated warning
 * seconds: 30
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class BenignPermitsOfCallbacks {
  static final Semaphore permits = new Semaphore(3);
  static final ScheduledExecutorService remote = Executors.newScheduledThreadPool(1);

  public static void main(String[] args) throws Exception {
    ExecutorService senders = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 10; i++) {
      senders.execute(() -> send(50));
      Thread.sleep(50);
    }
    for (int i = 0; i < 12; i++) {
      int seconds = i < 3 ? 4 : 16;
      senders.execute(() -> send(seconds * 1_000));
    }
    Thread.sleep(25_000);
    System.exit(0);
  }

  static void send(long millis) {
    permits.acquireUninterruptibly();
    CompletableFuture<String> reply = new CompletableFuture<>();
    remote.schedule(() -> reply.complete("done"), millis, TimeUnit.MILLISECONDS);
    reply.whenComplete((text, thrown) -> permits.release());
  }
}
