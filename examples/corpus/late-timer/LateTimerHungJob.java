/*
 * claim: one job of a java.util.Timer waits for ever, and no other job of that timer runs again
 * seconds: 16
 * expect: late-timer warning at HANGS
 */
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class LateTimerHungJob {
  static final CountDownLatch reply = new CountDownLatch(1);

  public static void main(String[] args) throws Exception {
    Timer timer = new Timer("housekeeping", true);
    timer.schedule(new Beat(), 0, 100);
    timer.schedule(new Poll(), 1_000);
    Thread.sleep(15_000);
  }

  static final class Beat extends TimerTask {
    @Override
    public void run() {}
  }

  static final class Poll extends TimerTask {
    @Override
    public void run() {
      try {
        reply.await(); // <HANGS>
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
