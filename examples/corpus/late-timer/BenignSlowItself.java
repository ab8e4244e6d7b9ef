/*
 * claim: tasks that are themselves slower than their period, each alone on its scheduler, and one of which a thread is left
 * twin of: late-timer
 */
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignSlowItself {
  public static void main(String[] args) throws Exception {
    ScheduledExecutorService alone = Executors.newSingleThreadScheduledExecutor();
    alone.scheduleAtFixedRate(BenignSlowItself::slow, 0, 100, TimeUnit.MILLISECONDS);
    ScheduledExecutorService two = Executors.newScheduledThreadPool(2);
    two.scheduleAtFixedRate(BenignSlowItself::slow, 0, 100, TimeUnit.MILLISECONDS);
    two.scheduleAtFixedRate(() -> {}, 0, 100, TimeUnit.MILLISECONDS);
    Timer timer = new Timer("slow", true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            slow();
          }
        },
        0,
        100);
    Thread.sleep(15_000);
    alone.shutdownNow();
    two.shutdownNow();
  }

  static void slow() {
    try {
      Thread.sleep(3_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
