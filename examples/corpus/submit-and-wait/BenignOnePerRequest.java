/*
 * claim: each request waits once for its result; many requests on one thread do not add up
 * twin of: submit-and-wait
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignOnePerRequest {
  static final ExecutorService requests = Executors.newFixedThreadPool(1);
  static final ExecutorService workers = Executors.newFixedThreadPool(1);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 60; i++) {
      requests.submit(BenignOnePerRequest::handle);
      Thread.sleep(220);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static Object handle() throws Exception {
    return workers.submit(BenignOnePerRequest::compute).get();
  }

  static Object compute() {
    long end = System.nanoTime() + 50_000_000L;
    long hash = 1;
    while (System.nanoTime() < end) {
      hash = hash * 31 + end;
    }
    return hash;
  }
}
