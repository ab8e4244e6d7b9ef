/*
 * claim: each request waits once for its result, on a worker that the thread factory has wrapped
 * twin of: submit-and-wait
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class BenignOnePerWrappedWorker {
  static final ThreadLocal<String> context = new ThreadLocal<>();
  static final ExecutorService requests =
      Executors.newFixedThreadPool(1, task -> new Thread(carrying(task)));
  static final ExecutorService workers = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 50; i++) {
      requests.execute(BenignOnePerWrappedWorker::handle);
      Thread.sleep(140);
    }
    requests.shutdown();
    requests.awaitTermination(20, TimeUnit.SECONDS);
    workers.shutdown();
  }

  static void handle() {
    try {
      workers.submit(BenignOnePerWrappedWorker::compute).get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static long compute() {
    long end = System.nanoTime() + 80_000_000L;
    long hash = 1;
    while (System.nanoTime() < end) {
      hash = hash * 31 + end;
    }
    return hash;
  }

  static Runnable carrying(Runnable worker) {
    return () -> {
      context.set("request");
      worker.run();
    };
  }
}
