/*
 * claim: a bounded pool turns tasks away
 * expect: tasks-rejected warning at SUBMIT
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class RejectedAbort {
  static final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(1));

  public static void main(String[] args) throws Exception {
    int rejected = 0;
    for (int i = 0; i < 5; i++) {
      try {
        pool.submit(RejectedAbort::send); // <SUBMIT>
      } catch (RejectedExecutionException e) {
        rejected++;
      }
    }
    System.out.println(rejected + " rejected");
    Thread.sleep(6_000);
    pool.shutdown();
  }

  static Object send() throws InterruptedException {
    Thread.sleep(1_000);
    return "sent";
  }
}
