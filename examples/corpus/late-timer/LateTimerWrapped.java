/*
 * claim: all tasks of a timer are made by one helper; one of them waits for another task of the same timer, for ever
 * expect: late-timer warning at JOINS
 * seconds: 16
 */
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;

public class LateTimerWrapped {
  static final Timer timer = new Timer("house");

  static TimerTask task(Runnable body) {
    return new TimerTask() {
      @Override
      public void run() {
        body.run();
      }
    };
  }

  public static void main(String[] args) throws Exception {
    timer.schedule(task(LateTimerWrapped::beat), 0, 200);
    timer.schedule(task(LateTimerWrapped::renew), 1_000);
    Thread.sleep(15_000);
    Runtime.getRuntime().halt(0);
  }

  static void beat() {}

  static void renew() {
    CompletableFuture<String> token = new CompletableFuture<>();
    timer.schedule(task(() -> token.complete("token")), 100);
    token.join(); // <JOINS>
  }
}
