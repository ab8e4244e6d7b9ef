/*
 * claim: a scheduler serves as the executor of futures; it wraps their tasks in tasks of its own
 * expect: pool-deadlock critical at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

public class DeadlockSupplyOnScheduler {
  static final ScheduledExecutorService scheduler =
      Executors.newScheduledThreadPool(
          2,
          task -> {
            Thread thread = new Thread(task, "scheduler");
            thread.setDaemon(true);
            return thread;
          });

  public static void main(String[] args) throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      CompletableFuture.runAsync(() -> outer(both), scheduler);
    }
    Thread.sleep(7_000);
  }

  static void outer(CountDownLatch both) {
    both.countDown();
    try {
      both.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    CompletableFuture.supplyAsync(() -> "part", scheduler).thenApply(String::length).join(); // <WAIT>
  }
}
