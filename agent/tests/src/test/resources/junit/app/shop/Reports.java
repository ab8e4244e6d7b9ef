package shop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The application: a pool of one thread, whose task waits for another in its own queue. */
public final class Reports {
  private final ExecutorService pool =
      Executors.newFixedThreadPool(
          1,
          task -> {
            Thread thread = new Thread(task, "report-1");
            thread.setDaemon(true);
            return thread;
          });

  /** Never ends, whatever the caller's patience is. */
  public void print(long seconds) throws Exception {
    try {
      pool.submit(() -> pool.submit(() -> "part").get()).get(seconds, TimeUnit.SECONDS);
    } catch (java.util.concurrent.TimeoutException expected) {
      // Nobody noticed.
    }
  }
}
