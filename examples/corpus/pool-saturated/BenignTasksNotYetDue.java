/*
 * claim: the scheduler's thread is busy, and its queue holds tasks that are due in an hour: they do
 *   not wait for a thread
 * twin of: pool-saturated
 */
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignTasksNotYetDue {
  static final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 5; i++) {
      scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
    }
    scheduler.scheduleWithFixedDelay(BenignTasksNotYetDue::poll, 0, 1, TimeUnit.MILLISECONDS);
    Thread.sleep(15_000);
    scheduler.shutdownNow();
  }

  static void poll() {
    try {
      Thread.sleep(900);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
