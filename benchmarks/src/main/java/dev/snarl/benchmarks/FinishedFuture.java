package dev.snarl.benchmarks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * {@code get()} where there is nothing to wait for: the fast path, which the agent leaves alone.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FinishedFuture {

  private Future<String> completableFuture = CompletableFuture.completedFuture("done");
  private Future<String> futureTask = finishedTask();

  private static FutureTask<String> finishedTask() {
    FutureTask<String> task = new FutureTask<>(() -> "done");
    task.run();
    return task;
  }

  @Benchmark
  public String getCompletableFuture() throws Exception {
    return completableFuture.get();
  }

  @Benchmark
  public String getFutureTask() throws Exception {
    return futureTask.get();
  }
}
