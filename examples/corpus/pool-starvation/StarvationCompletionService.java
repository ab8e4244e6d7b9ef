/*
 * claim: each thread of a pool takes from a completion service, or asks for any of several, whose tasks are
 *   queued behind it
 * expect: pool-starvation warning at TAKES
 * seconds: 20
 */
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class StarvationCompletionService {
  static final ExecutorService pool = Executors.newFixedThreadPool(3);

  public static void main(String[] args) throws Exception {
    pool.submit(StarvationCompletionService::fastest);
    pool.submit(StarvationCompletionService::takes);
    pool.submit(StarvationCompletionService::takes);
    pool.awaitTermination(18, TimeUnit.SECONDS);
    System.exit(0);
  }

  static String fastest() throws Exception {
    Thread.sleep(300);
    return pool.invokeAny(List.of(() -> "a", () -> "b"));
  }

  static String takes() throws Exception {
    Thread.sleep(300);
    CompletionService<String> parts = new ExecutorCompletionService<>(pool);
    parts.submit(() -> "a");
    parts.submit(() -> "b");
    return parts.take().get(); // <TAKES>
  }
}
