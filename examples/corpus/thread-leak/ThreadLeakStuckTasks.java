/*
 * claim: the tasks of a cached pool wait for answers that nobody gives, so that it grows and grows
 * flags: -Dsnarl.rules.thread-leak.minSeconds=15 -Xss256k
 * expect: thread-leak warning at EXECUTE
 * seconds: 28
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ThreadLeakStuckTasks {
  static final ExecutorService pool = Executors.newCachedThreadPool();

  public static void main(String[] args) throws Exception {
    long begin = System.nanoTime();
    for (int i = 0; i < 1_000; i++) {
      Thread.sleep(Math.max(0, i * 26L - (System.nanoTime() - begin) / 1_000_000));
      pool.execute(() -> await(new CountDownLatch(1))); // <EXECUTE>
    }
    System.exit(0);
  }

  static void await(CountDownLatch answer) {
    try {
      answer.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
