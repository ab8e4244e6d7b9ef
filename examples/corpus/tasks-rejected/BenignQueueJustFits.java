/*
 * claim: the queue fills to its last place, and nothing is turned away
 * twin of: tasks-rejected
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class BenignQueueJustFits {
  static final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(1, 2, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(4));

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 6; i++) {
      pool.submit(BenignQueueJustFits::send);
    }
    Thread.sleep(6_000);
    pool.shutdown();
  }

  static Object send() throws InterruptedException {
    Thread.sleep(500);
    return "sent";
  }
}
