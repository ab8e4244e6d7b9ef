/*
 * claim: the threads of a pool wait for a FutureTask and a CompletableFuture that lambdas in its queue would complete
 * expect: pool-starvation warning at WAITS
 * seconds: 20
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

public class StarvationHandMadeFuture {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    FutureTask<String> task = new FutureTask<>(() -> "a");
    CompletableFuture<String> promise = new CompletableFuture<>();
    pool.execute(() -> await(task));
    pool.execute(() -> await(promise));
    Thread.sleep(300);
    pool.execute(() -> log(task));
    pool.execute(() -> promise.complete("b"));
    pool.awaitTermination(18, TimeUnit.SECONDS);
    System.exit(0);
  }

  static void await(Future<String> reply) {
    try {
      reply.get(); // <WAITS>
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void log(FutureTask<String> task) {
    task.run();
    System.out.println("done");
  }
}
