/*
 * claim: virtual threads that fail between acquire and release keep their permits; those that come later wait for ever
 * jdk: 21..
 * expect: permits-exhausted warning at ACQUIRE
 * seconds: 46
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

public class PermitsVirtualThreads {
  static final Semaphore permits = new Semaphore(3);

  public static void main(String[] args) throws Exception {
    ExecutorService requests =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    for (int i = 0; i < 440; i++) {
      int n = i;
      requests.submit(() -> handle(n));
      Thread.sleep(100);
    }
    System.exit(0);
  }

  static int handle(int n) throws InterruptedException {
    permits.acquire(); // <ACQUIRE>
    call(n);
    permits.release();
    return n;
  }

  static void call(int n) throws InterruptedException {
    Thread.sleep(20);
    if (n % 10 == 9) {
      throw new IllegalStateException("refused");
    }
  }
}
