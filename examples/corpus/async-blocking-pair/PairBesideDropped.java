/*
 * claim: each request also reports to a pool that discards what it has no room for, and waits in
 *   get() for a worker that only sleeps; what was discarded never ends, and nobody waits for it
 * expect: async-blocking-pair warning at WAIT
 * allow: tasks-rejected info
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class PairBesideDropped {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ExecutorService workers = Executors.newFixedThreadPool(2);
  static final ThreadPoolExecutor reports =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(1),
          new ThreadPoolExecutor.DiscardPolicy());

  public static void main(String[] args) throws Exception {
    reports.execute(PairBesideDropped::report);
    reports.execute(PairBesideDropped::report);
    for (int i = 0; i < 10; i++) {
      requests.execute(PairBesideDropped::handle);
      Thread.sleep(800);
    }
    requests.shutdown();
    workers.shutdown();
    reports.shutdownNow();
  }

  static void handle() {
    try {
      reports.submit(PairBesideDropped::report);
      CompletableFuture.runAsync(PairBesideDropped::report, reports);
      workers.submit(PairBesideDropped::query).get(); // <WAIT>
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void report() {
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static String query() throws InterruptedException {
    Thread.sleep(700);
    return "row";
  }
}
