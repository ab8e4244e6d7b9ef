/*
 * claim: a waiting thread for each session, and more sessions each second, but sessions end all the time
 * twin of: thread-leak
 * flags: -Dsnarl.rules.thread-leak.minSeconds=15 -Xss256k
 * seconds: 30
 */
import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;

public class BenignSessionsComeAndGo {
  public static void main(String[] args) throws Exception {
    ArrayDeque<CountDownLatch> sessions = new ArrayDeque<>();
    long begin = System.nanoTime();
    for (int i = 0; i < 1_100; i++) {
      Thread.sleep(Math.max(0, i * 26L - (System.nanoTime() - begin) / 1_000_000));
      CountDownLatch end = new CountDownLatch(1);
      Thread thread = new Thread(() -> await(end));
      thread.setDaemon(true);
      thread.start();
      sessions.add(end);
      if (i > 460 && i % 4 != 0) {
        sessions.remove().countDown(); // one that is older than ten seconds
      }
    }
    System.exit(0);
  }

  static void await(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
