package dev.snarl.benchmarks;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The life of an empty virtual thread, started by another, so that the carriers feed themselves.
 * Needs Java 21; this is compiled for 17, hence the handle. The number of carriers is an option of
 * the JVM.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class VirtualThreads {

  private static final int BATCH = 1_000;
  private static final MethodHandle START = start();

  private static MethodHandle start() {
    try {
      return MethodHandles.publicLookup()
          .findStatic(
              Thread.class,
              "startVirtualThread",
              MethodType.methodType(Thread.class, Runnable.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this needs Java 21", e);
    }
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long startAndEnd() throws InterruptedException {
    CountDownLatch drained = new CountDownLatch(BATCH);
    Runnable task = drained::countDown;
    virtual(
        () -> {
          for (int i = 0; i < BATCH; i++) {
            virtual(task);
          }
        });
    drained.await();
    return drained.getCount();
  }

  private static void virtual(Runnable task) {
    try {
      Thread unused = (Thread) START.invokeExact(task);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
