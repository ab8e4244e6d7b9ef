/*
 * claim: a request thread calls an executor of the application's own class that submits the task
 *   and waits for it; the line is the request's, not the executor's
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairBehindOwnExecutor {
  static final class Offload implements Executor {
    private final ExecutorService workers = Executors.newFixedThreadPool(2);

    @Override
    public void execute(Runnable task) {
      workers.execute(task);
    }

    String call(Callable<String> task) {
      try {
        return workers.submit(task).get();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final Offload offload = new Offload();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      requests.execute(PairBehindOwnExecutor::handle);
      Thread.sleep(800);
    }
    requests.shutdown();
    offload.workers.shutdown();
  }

  static void handle() {
    offload.call(PairBehindOwnExecutor::query); // <WAIT>
  }

  static String query() throws InterruptedException {
    Thread.sleep(700);
    return "row";
  }
}
