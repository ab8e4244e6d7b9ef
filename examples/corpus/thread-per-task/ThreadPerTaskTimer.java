/*
 * claim: a java.util.Timer, which is a thread, for each call
 * expect: thread-per-task warning at START
 */
import java.util.Timer;
import java.util.TimerTask;

public class ThreadPerTaskTimer {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 40; i++) {
      callWithTimeout();
    }
  }

  static void callWithTimeout() throws InterruptedException {
    Timer timer = new Timer("timeout"); // <START>
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            throw new IllegalStateException("the call took too long");
          }
        },
        60_000);
    Thread.sleep(200);
    timer.cancel();
  }
}
