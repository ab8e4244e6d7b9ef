/*
 * claim: a time-out on get() changes nothing: two threads are still held for one job
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class PairTimedGet {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ExecutorService workers = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      requests.submit(PairTimedGet::handle);
      Thread.sleep(800);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static Object handle() throws Exception {
    return workers.submit(PairTimedGet::query).get(5, TimeUnit.SECONDS); // <WAIT>
  }

  static Object query() throws InterruptedException {
    Thread.sleep(700);
    return "row";
  }
}
