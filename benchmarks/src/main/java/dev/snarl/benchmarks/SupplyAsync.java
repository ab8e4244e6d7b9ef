package dev.snarl.benchmarks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * {@code CompletableFuture.supplyAsync}, from the call to the completed future.
 *
 * <p>{@code sameThread} has no queue and no hand-off and resolves best. {@code oneWorker} goes
 * through a fork-join pool whose only worker feeds itself, as in {@link PoolTask}. {@code
 * commonPool} is fed from outside and shared by its workers, as in applications: it wakes threads,
 * and is only as good as the machine is quiet.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SupplyAsync {

  private static final int BATCH = 1_000;

  private final Executor sameThread = Runnable::run;
  private final ForkJoinPool oneWorker = new ForkJoinPool(1);
  private final Supplier<String> supplier = () -> "done";

  @TearDown
  public void stop() {
    oneWorker.shutdownNow();
  }

  @Benchmark
  public CompletableFuture<String> sameThread() {
    return CompletableFuture.supplyAsync(supplier, sameThread);
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  @SuppressWarnings("FutureReturnValueIgnored")
  public long oneWorker() throws InterruptedException {
    CountDownLatch drained = new CountDownLatch(BATCH);
    Supplier<String> counting =
        () -> {
          drained.countDown();
          return "done";
        };
    oneWorker.execute(
        () -> {
          for (int i = 0; i < BATCH; i++) {
            CompletableFuture.supplyAsync(counting, oneWorker);
          }
        });
    drained.await();
    return drained.getCount();
  }

  /** Parallelism 2 at least: with 1, JDKs before 25 start a thread for each task instead. */
  @Benchmark
  @Fork(jvmArgsAppend = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2")
  @OperationsPerInvocation(BATCH)
  @SuppressWarnings("FutureReturnValueIgnored")
  public long commonPool() throws InterruptedException {
    CountDownLatch drained = new CountDownLatch(BATCH);
    Supplier<String> counting =
        () -> {
          drained.countDown();
          return "done";
        };
    for (int i = 0; i < BATCH; i++) {
      CompletableFuture.supplyAsync(counting);
    }
    drained.await();
    return drained.getCount();
  }
}
