/*
 * claim: the caller runs what the pool cannot take: back pressure, worth a note
 * twin of: tasks-rejected
 * expect: tasks-rejected info at SUBMIT
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class BenignCallerRuns {
  static final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          1,
          1,
          1,
          TimeUnit.MINUTES,
          new ArrayBlockingQueue<>(1),
          new ThreadPoolExecutor.CallerRunsPolicy());

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 8; i++) {
      pool.execute(BenignCallerRuns::send); // <SUBMIT>
    }
    Thread.sleep(5_000);
    pool.shutdown();
  }

  static void send() {
    try {
      Thread.sleep(500);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
