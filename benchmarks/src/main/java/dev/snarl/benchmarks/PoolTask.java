package dev.snarl.benchmarks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * One task through a {@code ThreadPoolExecutor}: submission, queue, worker loop, task.
 *
 * <p>Waking a thread costs thousands of nanoseconds and varies by as much, which would bury the few
 * that are to be measured. So the pool's only worker feeds itself: a batch begins with one task
 * that hands {@value #BATCH} tasks to its own pool and returns; the same worker then takes them
 * from the queue one by one. Every task goes the whole way through the pool, and there is one
 * hand-off each way per batch, less than 0.02 % of it per task. What this does not show is the cost
 * of the cache lines that travel between a feeder and a worker on different cores. With two
 * workers, and two threads that begin batches, both feed and take from one queue.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PoolTask extends OnePool {

  private static final int BATCH = 10_000;

  private final Runnable task = this::count;
  private long done;

  private void count() {
    done++;
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long execute() throws InterruptedException {
    CountDownLatch drained = new CountDownLatch(1);
    pool.execute(
        () -> {
          for (int i = 0; i < BATCH; i++) {
            pool.execute(task);
          }
          pool.execute(drained::countDown);
        });
    drained.await();
    return done;
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  @SuppressWarnings("FutureReturnValueIgnored")
  public long submit() throws InterruptedException {
    CountDownLatch drained = new CountDownLatch(1);
    pool.execute(
        () -> {
          for (int i = 0; i < BATCH; i++) {
            pool.submit(task);
          }
          pool.execute(drained::countDown);
        });
    drained.await();
    return done;
  }
}
