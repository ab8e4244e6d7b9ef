/*
 * claim: each of 500 requests a second has a time-out of a minute, which is cancelled and stays in the scheduler's queue until it is due
 * seconds: 65
 */
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignTimeouts {
  static final ScheduledExecutorService timeouts = Executors.newSingleThreadScheduledExecutor();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 550; i++) {
      for (int n = 0; n < 50; n++) {
        Future<?> timeout = timeouts.schedule(BenignTimeouts::tooLate, 60, TimeUnit.SECONDS);
        timeout.cancel(false);
      }
      Thread.sleep(100);
    }
    timeouts.shutdownNow();
  }

  static void tooLate() {
    throw new IllegalStateException("no answer within a minute");
  }
}
