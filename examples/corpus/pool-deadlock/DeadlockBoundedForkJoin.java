/*
 * claim: a fork-join pool that may have no more than two threads: nobody takes the place of the two that wait
 * expect: pool-deadlock critical at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

public class DeadlockBoundedForkJoin {
  static final ForkJoinPool pool =
      new ForkJoinPool(
          2,
          ForkJoinPool.defaultForkJoinWorkerThreadFactory,
          null,
          true,
          2,
          2,
          0,
          busy -> true,
          60,
          TimeUnit.SECONDS);

  public static void main(String[] args) throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      CompletableFuture.runAsync(() -> outer(both), pool);
    }
    Thread.sleep(5_000);
  }

  static void outer(CountDownLatch both) {
    both.countDown();
    while (both.getCount() > 0) {
      Thread.onSpinWait();
    }
    CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> "first", pool);
    first.thenCompose(x -> CompletableFuture.supplyAsync(() -> x + "then", pool)).join(); // <WAIT>
  }
}
