/*
 * claim: a scheduler's queue has no end and its maximum is 2^31-1: the JDK made it so, nobody can
 *   choose otherwise
 * twin of: unbounded-queue
 */
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignSchedulerQueue {
  static final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2);

  public static void main(String[] args) throws Exception {
    scheduler.scheduleAtFixedRate(() -> {}, 0, 100, TimeUnit.MILLISECONDS);
    Thread.sleep(7_000);
    scheduler.shutdown();
  }
}
