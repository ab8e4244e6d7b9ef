/*
 * claim: the policy drops tasks and tells nobody
 * expect: tasks-rejected info at SUBMIT
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class RejectedSilently {
  static final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          1,
          1,
          1,
          TimeUnit.MINUTES,
          new ArrayBlockingQueue<>(1),
          new ThreadPoolExecutor.DiscardPolicy());

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 5; i++) {
      pool.execute(RejectedSilently::send); // <SUBMIT>
    }
    Thread.sleep(6_000);
    pool.shutdown();
  }

  static void send() {
    try {
      Thread.sleep(1_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
