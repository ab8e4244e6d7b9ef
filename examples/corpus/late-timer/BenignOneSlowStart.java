/*
 * claim: the first job of a scheduler loads for four seconds, once, and then all are in time; a one-shot
 *   job may start late
 * twin of: late-timer
 */
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignOneSlowStart {
  static final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

  public static void main(String[] args) throws Exception {
    scheduler.execute(BenignOneSlowStart::load);
    scheduler.scheduleAtFixedRate(() -> {}, 500, 500, TimeUnit.MILLISECONDS);
    scheduler.schedule(() -> {}, 100, TimeUnit.MILLISECONDS);
    Thread.sleep(15_000);
    scheduler.shutdownNow();
  }

  static void load() {
    try {
      Thread.sleep(4_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
