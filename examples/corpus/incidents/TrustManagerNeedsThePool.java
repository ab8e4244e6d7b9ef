/*
 * claim: a thread loads a trust manager under a table's lock, which takes a thread of the common pool, and all of these wait for that lock (CorfuDB/CorfuDB#3318)
 * expect: lock-deadlock critical at LOAD or READ
 * allow: common-pool-blocking warning
 * flags: -Djava.util.concurrent.ForkJoinPool.common.parallelism=2
 * seconds: 14
 */
import java.util.concurrent.CompletableFuture;

public class TrustManagerNeedsThePool {
  static final Object table = new Object();

  static String trustManager() {
    return CompletableFuture.supplyAsync(() -> "certificates").join(); // <LOAD>
  }

  static void read() {
    synchronized (table) {
      table.hashCode(); // <READ>
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
      CompletableFuture.runAsync(TrustManagerNeedsThePool::read);
    }
    Thread.sleep(12_000);
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
