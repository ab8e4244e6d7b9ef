package dev.snarl.benchmarks;

import java.util.concurrent.TimeUnit;
import kotlin.Unit;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.debug.DebugProbes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The life of an empty coroutine: {@code launch}, dispatch, run, completion. All on one thread, in
 * the event loop of {@code runBlocking}, for the reason given at {@link PoolTask}; and inside a
 * running coroutine, where Snarl compares root jobs. {@code child} is what programs should do;
 * {@code detached} leaves its parent's scope each time and starts undispatched, so that it stays on
 * the same thread.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CoroutineLaunch {

  private static final int BATCH = 1_000;

  /** {@code -Dcoroutines.debug=on}: with the library's own debug probes; {@code stacks}: theirs. */
  @Setup
  public void debug() {
    String wanted = System.getProperty("coroutines.debug", "off");
    if (!wanted.equals("off")) {
      DebugProbes.INSTANCE.setEnableCreationStackTraces(wanted.equals("stacks"));
      DebugProbes.INSTANCE.install();
    }
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public Object child() throws InterruptedException {
    return BuildersKt.runBlocking(
        EmptyCoroutineContext.INSTANCE,
        (running, end) -> {
          for (int i = 0; i < BATCH; i++) {
            launch(running, CoroutineStart.DEFAULT);
          }
          return Unit.INSTANCE;
        });
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public Object detached() throws InterruptedException {
    return BuildersKt.runBlocking(
        EmptyCoroutineContext.INSTANCE,
        (running, end) -> {
          for (int i = 0; i < BATCH; i++) {
            launch(GlobalScope.INSTANCE, CoroutineStart.UNDISPATCHED);
          }
          return Unit.INSTANCE;
        });
  }

  private static void launch(CoroutineScope scope, CoroutineStart start) {
    BuildersKt.launch(
        scope, EmptyCoroutineContext.INSTANCE, start, (running, end) -> Unit.INSTANCE);
  }
}
