/*
 * claim: each job starts a thread and waits for its end; too few threads for thread-per-task
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairJoin {
  static final ExecutorService requests = Executors.newFixedThreadPool(1);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 7; i++) {
      requests.execute(PairJoin::handle);
      Thread.sleep(1_300);
    }
    requests.shutdown();
  }

  static void handle() {
    Thread job = new Thread(PairJoin::query);
    job.start();
    try {
      job.join(); // <WAIT>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void query() {
    try {
      Thread.sleep(1_200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
