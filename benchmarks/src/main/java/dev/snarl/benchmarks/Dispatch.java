package dev.snarl.benchmarks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import kotlin.Unit;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * One block through {@code Dispatchers.Default}, which has one thread here and feeds itself, as
 * {@link PoolTask} does: dispatch, local queue, worker loop.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    jvmArgsAppend = {
      "-Dkotlinx.coroutines.scheduler.core.pool.size=1",
      "-Dkotlinx.coroutines.scheduler.max.pool.size=1"
    })
public class Dispatch {
  private static final int BATCH = 10_000;

  private final Runnable block = this::count;
  private long done;

  private void count() {
    done++;
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long toDefault() throws InterruptedException {
    CountDownLatch drained = new CountDownLatch(1);
    CoroutineContext context = EmptyCoroutineContext.INSTANCE;
    BuildersKt.launch(
        GlobalScope.INSTANCE,
        Dispatchers.getDefault(),
        CoroutineStart.DEFAULT,
        (running, end) -> {
          for (int i = 0; i < BATCH; i++) {
            Dispatchers.getDefault().dispatch(context, block);
          }
          Dispatchers.getDefault().dispatch(context, drained::countDown);
          return Unit.INSTANCE;
        });
    drained.await();
    return done;
  }
}
