/*
 * claim: the same trust manager is loaded on an executor of its own (CorfuDB/CorfuDB#3318)
 * twin of: lock-deadlock
 * allow: common-pool-blocking warning
 * flags: -Djava.util.concurrent.ForkJoinPool.common.parallelism=2
 * seconds: 12
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

public class BenignTrustManagerOwnThread {
  static final Object table = new Object();
  static final Executor loader = Executors.newSingleThreadExecutor();

  static String trustManager() {
    return CompletableFuture.supplyAsync(() -> "certificates", loader).join();
  }

  static void read() {
    synchronized (table) {
      table.hashCode();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread client =
        new Thread(
            () -> {
              synchronized (table) {
                pause(1_000);
                trustManager();
              }
            },
            "client");
    client.start();
    Thread.sleep(300);
    for (int i = 0; i < 4; i++) {
      CompletableFuture.runAsync(BenignTrustManagerOwnThread::read);
    }
    Thread.sleep(10_000);
    System.exit(0);
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
