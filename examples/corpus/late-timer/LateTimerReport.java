/*
 * claim: a report blocks the only thread of a scheduler for seconds, and its heartbeats come late
 * seconds: 16
 * expect: late-timer warning at REPORT
 */
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class LateTimerReport {
  static final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

  public static void main(String[] args) throws Exception {
    scheduler.scheduleAtFixedRate(LateTimerReport::beat, 0, 200, TimeUnit.MILLISECONDS);
    scheduler.scheduleWithFixedDelay(LateTimerReport::report, 1, 1, TimeUnit.SECONDS);
    Thread.sleep(15_000);
    scheduler.shutdownNow();
  }

  static void beat() {}

  static void report() {
    try {
      Thread.sleep(2_500); // <REPORT>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
