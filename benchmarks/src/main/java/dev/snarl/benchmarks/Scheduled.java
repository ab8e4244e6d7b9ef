package dev.snarl.benchmarks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
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
 * One task through a {@code ScheduledThreadPoolExecutor}, due at once. Workers feed themselves, as
 * in {@link PoolTask}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Scheduled {

  private static final int BATCH = 1_000;

  @Param("1")
  public int workers;

  @Param("NONE")
  public Wrapper wrapper = Wrapper.NONE;

  private ScheduledExecutorService pool = Wrapper.NONE.scheduled(1);

  @Setup
  public void start() {
    pool = wrapper.scheduled(workers);
  }

  @TearDown
  public void stop() {
    pool.shutdownNow();
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  @SuppressWarnings("FutureReturnValueIgnored")
  public long schedule() throws InterruptedException {
    CountDownLatch drained = new CountDownLatch(BATCH);
    Runnable task = drained::countDown;
    pool.execute(
        () -> {
          for (int i = 0; i < BATCH; i++) {
            pool.schedule(task, 0, TimeUnit.NANOSECONDS);
          }
        });
    drained.await();
    return drained.getCount();
  }
}
