/*
 * claim: each call builds a pool of the application's own class: the line is who builds it, not super(…)
 * expect: executor-per-call warning at BUILD
 */
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class ExecutorPerCallOwnClass {
  static final class Workers extends ThreadPoolExecutor {
    Workers(int threads) {
      super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    @Override
    public void execute(Runnable task) {
      super.execute(task);
    }
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 25; i++) {
      handle();
      Thread.sleep(300);
    }
  }

  static void handle() throws InterruptedException {
    Workers pool = new Workers(2); // <BUILD>
    pool.execute(() -> {});
    pool.execute(() -> {});
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.SECONDS);
  }
}
