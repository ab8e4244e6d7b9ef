/*
 * claim: a request thread waits in get() for a thread that waits for a child process; before JDK 25 a
 *   common pool of parallelism 1 starts a new thread for each
 * flags: -XX:ActiveProcessorCount=2
 * expect: async-blocking-pair warning at WAIT
 * expect (jdk ..24): thread-per-task warning at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairProcessPerRequest {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 24; i++) {
      requests.execute(PairProcessPerRequest::handle);
      Thread.sleep(400);
    }
    requests.shutdown();
  }

  static void handle() {
    try {
      CompletableFuture.runAsync(PairProcessPerRequest::run).get(); // <WAIT>
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void run() {
    try {
      new ProcessBuilder("sleep", "0.3").start().waitFor();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
