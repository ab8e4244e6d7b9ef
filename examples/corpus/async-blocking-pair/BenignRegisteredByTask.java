/*
 * claim: each request hands a task its own CompletableFuture, which the task only registers: a reader completes it, long before the task has ended
 * twin of: async-blocking-pair
 * seconds: 12
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignRegisteredByTask {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService senders = Executors.newFixedThreadPool(8);
  static final ScheduledExecutorService reader = Executors.newScheduledThreadPool(1);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      requests.execute(BenignRegisteredByTask::serve);
    }
    Thread.sleep(11_000);
    System.exit(0);
  }

  static void serve() {
    while (true) {
      get();
      pause(150);
    }
  }

  static int get() {
    CompletableFuture<Integer> value = new CompletableFuture<>();
    senders.execute(() -> send(value));
    return value.join();
  }

  static void send(CompletableFuture<Integer> value) {
    reader.schedule(() -> value.complete(1), 100, TimeUnit.MILLISECONDS);
    pause(240); // an audit of what was sent
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
