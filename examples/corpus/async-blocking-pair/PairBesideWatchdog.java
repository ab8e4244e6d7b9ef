/*
 * claim: each request starts a watchdog, due in half a minute, and waits in get() for a worker that
 *   only sleeps; nobody waits for the watchdog
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class PairBesideWatchdog {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ExecutorService workers = Executors.newFixedThreadPool(2);
  static final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      requests.execute(PairBesideWatchdog::handle);
      Thread.sleep(800);
    }
    requests.shutdown();
    workers.shutdown();
    timer.shutdownNow();
  }

  static void handle() {
    try {
      timer.schedule(() -> System.out.println("too slow"), 30, TimeUnit.SECONDS);
      workers.submit(PairBesideWatchdog::query).get(); // <WAIT>
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static String query() throws InterruptedException {
    Thread.sleep(700);
    return "row";
  }
}
