package dev.snarl.benchmarks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * {@code supplyAsync} and nine {@code thenApplyAsync} after it, all on one pool: ten tasks, each of
 * which submits the next. Workers feed themselves, as in {@link PoolTask}. The unit is a chain.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AsyncChain extends OnePool {

  private static final int BATCH = 500;
  private static final int STAGES = 10;

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long chainOfTen() throws InterruptedException {
    CountDownLatch drained = new CountDownLatch(BATCH);
    pool.execute(
        () -> {
          for (int i = 0; i < BATCH; i++) {
            chain(drained);
          }
        });
    drained.await();
    return drained.getCount();
  }

  @SuppressWarnings("FutureReturnValueIgnored")
  private void chain(CountDownLatch drained) {
    CompletableFuture<Integer> stage = CompletableFuture.supplyAsync(() -> 1, pool);
    for (int i = 1; i < STAGES; i++) {
      stage = stage.thenApplyAsync(value -> value + 1, pool);
    }
    stage.thenAccept(value -> drained.countDown());
  }
}
