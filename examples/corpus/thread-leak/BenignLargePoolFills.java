/*
 * claim: a pool of 800 threads starts one for each connection until it has them all, and 600 waiting threads start at once
 * twin of: thread-leak
 * flags: -Dsnarl.rules.thread-leak.minSeconds=15 -Xss256k
 * seconds: 28
 */
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

public class BenignLargePoolFills {
  public static void main(String[] args) throws Exception {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(0, 800, 60, TimeUnit.SECONDS, new SynchronousQueue<>());
    for (int i = 0; i < 600; i++) {
      Thread thread = new Thread(BenignLargePoolFills::waitForWork);
      thread.setDaemon(true);
      thread.start();
    }
    long begin = System.nanoTime();
    for (int i = 0; i < 780; i++) {
      Thread.sleep(Math.max(0, i * 33L - (System.nanoTime() - begin) / 1_000_000));
      pool.execute(BenignLargePoolFills::waitForWork);
    }
    System.exit(0);
  }

  static void waitForWork() {
    while (true) {
      LockSupport.park();
    }
  }
}
