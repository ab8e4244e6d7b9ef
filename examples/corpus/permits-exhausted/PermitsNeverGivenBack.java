/*
 * claim: tasks that fail between acquire and release keep their permits; the others wait for ever
 * expect: permits-exhausted warning at ACQUIRE
 * allow: pool-saturated warning
 * seconds: 46
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

public class PermitsNeverGivenBack {
  static final Semaphore permits = new Semaphore(3);

  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(6);
    for (int i = 0; i < 200; i++) {
      int n = i;
      requests.submit(() -> handle(n));
    }
    Thread.sleep(44_000);
    System.exit(0);
  }

  static void handle(int n) {
    permits.acquireUninterruptibly(); // <ACQUIRE>
    call(n);
    permits.release();
  }

  static void call(int n) {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (n % 10 == 9) {
      throw new IllegalStateException("refused");
    }
  }
}
