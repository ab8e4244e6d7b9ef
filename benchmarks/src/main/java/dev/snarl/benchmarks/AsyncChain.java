package dev.snarl.benchmarks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * {@code supplyAsync} and nine {@code thenApplyAsync} after it, all on one pool: ten tasks, each of
 * which submits the next. Workers feed themselves, as in {@link PoolTask}. The unit is a chain.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AsyncChain {

  private static final int BATCH = 500;
  private static final int STAGES = 10;

  @Param("1")
  public int workers;

  @Param("NONE")
  public Wrapper wrapper = Wrapper.NONE;

  private ExecutorService pool = Wrapper.NONE.pool(1);

  @Setup
  public void start() {
    pool = wrapper.pool(workers);
  }

  @TearDown
  public void stop() {
    pool.shutdownNow();
  }

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
