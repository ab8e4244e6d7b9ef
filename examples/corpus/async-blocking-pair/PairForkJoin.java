/*
 * claim: the worker is a fork-join thread and the future a ForkJoinTask
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

public class PairForkJoin {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ForkJoinPool workers = new ForkJoinPool(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      requests.submit(PairForkJoin::handle);
      Thread.sleep(800);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static Object handle() throws Exception {
    return workers.submit(PairForkJoin::query).get(); // <WAIT>
  }

  static Object query() throws InterruptedException {
    Thread.sleep(700);
    return "row";
  }
}
