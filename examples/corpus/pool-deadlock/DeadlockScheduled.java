/*
 * claim: a periodic task waits for a task of its own scheduler, whose maximum is never reached
 * expect: pool-deadlock critical at WAIT
 */
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class DeadlockScheduled {
  static final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);

  public static void main(String[] args) throws Exception {
    scheduler.scheduleAtFixedRate(DeadlockScheduled::tick, 200, 1_000, TimeUnit.MILLISECONDS);
    Thread.sleep(7_000);
    scheduler.shutdownNow();
  }

  static void tick() {
    try {
      scheduler.submit(() -> "inner").get(); // <WAIT>
    } catch (Exception e) {
      Thread.currentThread().interrupt();
    }
  }
}
