/*
 * claim: one of several tasks waits for a count-down that never comes, and main waits for that task
 * expect: stuck-task warning at AWAITS
 * allow: submit-and-wait warning
 * allow: async-blocking-pair warning
 * flags: -Dsnarl.rules.stuck-task.waitSeconds=5 -Dsnarl.rules.stuck-task.timesLongest=4
 * seconds: 40
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class StuckTaskLostReply {
  static final int LOST = 40;

  static final ScheduledExecutorService listener = Executors.newSingleThreadScheduledExecutor();

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 1; i <= LOST; i++) {
      int number = i;
      Future<?> exchange = pool.submit(() -> exchange(number));
      try {
        exchange.get(28, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        System.exit(0);
      }
    }
  }

  static void exchange(int number) {
    CountDownLatch reply = new CountDownLatch(1);
    if (number != LOST) {
      listener.schedule(reply::countDown, 250, TimeUnit.MILLISECONDS);
    }
    try {
      reply.await(); // <AWAITS>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
