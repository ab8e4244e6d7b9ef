/*
 * claim: the application's own handler counts what is turned away
 * expect: tasks-rejected warning at SUBMIT
 */
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class RejectedByOwnHandler {
  static final AtomicInteger rejected = new AtomicInteger();
  static final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          2,
          2,
          1,
          TimeUnit.MINUTES,
          new SynchronousQueue<>(),
          (task, executor) -> rejected.incrementAndGet());

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 5; i++) {
      pool.execute(RejectedByOwnHandler::send); // <SUBMIT>
    }
    System.out.println(rejected + " rejected");
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
