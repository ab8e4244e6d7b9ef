/*
 * claim: each request hands a task its own CompletableFuture, which the task only names in a log, on a slow disk: a reader completes it
 * twin of: async-blocking-pair
 * seconds: 12
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignFutureInALog {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService log = Executors.newFixedThreadPool(8);
  static final ScheduledExecutorService reader = Executors.newScheduledThreadPool(1);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      requests.execute(BenignFutureInALog::serve);
    }
    Thread.sleep(11_000);
    System.exit(0);
  }

  static void serve() {
    while (true) {
      get();
    }
  }

  static int get() {
    CompletableFuture<Integer> value = new CompletableFuture<>();
    reader.schedule(() -> value.complete(1), 160, TimeUnit.MILLISECONDS);
    log.execute(() -> write("waits for " + value));
    return value.join();
  }

  static void write(String line) {
    pause(line.isEmpty() ? 0 : 140);
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
