package dev.snarl.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import kotlin.Unit;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.debug.DebugProbes;

/**
 * The life of an empty coroutine: {@code launch}, dispatch, run, completion. All on one thread, in
 * the event loop of {@code runBlocking}, for the reason given at {@link PoolTask}; and inside a
 * running coroutine, where Snarl compares root jobs. {@code child} is what programs should do;
 * {@code detached} leaves its parent's scope each time and starts undispatched, so that it stays on
 * the same thread.
 *
 * <p>A loop of its own and no JMH: since it is all on one thread, the CPU time of that thread can
 * be taken, which a busy machine disturbs less than the time of day. Prints the nanoseconds of the
 * best of ten samples, and the bytes, of one coroutine.
 */
public final class CoroutineLaunch {

  static final int BATCH = 1_000;
  private static final long SAMPLE = 250_000_000L;

  private CoroutineLaunch() {}

  /**
   * {@code child} or {@code detached}, then {@code off}, {@code on} for the library's own debug
   * probes, or {@code stacks} for these with creation stacks.
   */
  public static void main(String[] args) throws InterruptedException {
    if (!args[1].equals("off")) {
      DebugProbes.INSTANCE.setEnableCreationStackTraces(args[1].equals("stacks"));
      DebugProbes.INSTANCE.install();
    }
    boolean child = args[0].equals("child");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    double best = Double.MAX_VALUE;
    double bytes = Double.MAX_VALUE;
    for (int sample = 0; sample < 16; sample++) {
      long allocated = threads.getCurrentThreadAllocatedBytes();
      long begin = threads.getCurrentThreadCpuTime();
      long spent = 0;
      long coroutines = 0;
      while (spent < SAMPLE) {
        batch(child);
        coroutines += BATCH;
        spent = threads.getCurrentThreadCpuTime() - begin;
      }
      if (sample >= 6) {
        best = Math.min(best, (double) spent / coroutines);
        bytes =
            Math.min(
                bytes,
                (double) (threads.getCurrentThreadAllocatedBytes() - allocated) / coroutines);
      }
    }
    System.out.println(best + " " + bytes);
  }

  static void batch(boolean child) throws InterruptedException {
    BuildersKt.runBlocking(
        EmptyCoroutineContext.INSTANCE,
        (running, end) -> {
          for (int i = 0; i < BATCH; i++) {
            if (child) {
              launch(running, CoroutineStart.DEFAULT);
            } else {
              launch(GlobalScope.INSTANCE, CoroutineStart.UNDISPATCHED);
            }
          }
          return Unit.INSTANCE;
        });
  }

  private static void launch(CoroutineScope scope, CoroutineStart start) {
    BuildersKt.launch(
        scope, EmptyCoroutineContext.INSTANCE, start, (running, end) -> Unit.INSTANCE);
  }
}
