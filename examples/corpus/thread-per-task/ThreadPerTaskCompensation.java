/*
 * claim: fork-join workers block in join(), and the pool starts a spare thread for each
 * expect: thread-per-task warning at START
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;

public class ThreadPerTaskCompensation {
  static final ForkJoinPool pool = new ForkJoinPool(2);
  static final CompletableFuture<String> promise = new CompletableFuture<>();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 24; i++) {
      pool.execute(ThreadPerTaskCompensation::await);
    }
    Thread.sleep(7_000);
    promise.complete("kept");
    pool.shutdown();
  }

  static void await() {
    promise.join(); // <START>
  }
}
