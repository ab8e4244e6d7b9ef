/*
 * claim: virtual threads share a bulkhead with slow calls while more of them come; others wait at a semaphore for a sign, as many as ever; permits of a
 *   third come back each quarter of a minute
 * twin of: permits-exhausted
 * jdk: 21..
 * seconds: 46
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

public class BenignVirtualPermits {
  static final Semaphore bulkhead = new Semaphore(2);
  static final Semaphore sign = new Semaphore(0);
  static final Semaphore quota = new Semaphore(5);

  public static void main(String[] args) throws Exception {
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    for (int i = 0; i < 30; i++) {
      threads.submit(() -> consume());
    }
    for (int i = 0; i < 440; i++) {
      threads.submit(() -> call());
      threads.submit(() -> limited());
      Thread.sleep(100);
      if (i % 150 == 149) {
        quota.release(5);
      }
    }
    System.exit(0);
  }

  static void consume() {
    while (true) {
      sign.acquireUninterruptibly();
    }
  }

  static int call() throws InterruptedException {
    bulkhead.acquire();
    try {
      Thread.sleep(4_000);
      return 1;
    } finally {
      bulkhead.release();
    }
  }

  static int limited() throws InterruptedException {
    quota.acquire();
    return 1;
  }
}
