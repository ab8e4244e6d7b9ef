/*
 * claim: the worker is a new thread that runs a FutureTask; too few threads for thread-per-task
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

public class PairNewThread {
  static final ExecutorService requests = Executors.newFixedThreadPool(1);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 7; i++) {
      requests.submit(PairNewThread::handle);
      Thread.sleep(1_300);
    }
    requests.shutdown();
  }

  static Object handle() throws Exception {
    FutureTask<String> task = new FutureTask<>(PairNewThread::query);
    new Thread(task).start();
    return task.get(); // <WAIT>
  }

  static String query() throws InterruptedException {
    Thread.sleep(1_200);
    return "row";
  }
}
