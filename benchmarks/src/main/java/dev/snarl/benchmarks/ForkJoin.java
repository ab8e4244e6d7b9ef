package dev.snarl.benchmarks;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
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
 * Tasks that fork one half and work off the other, down to nothing. The unit is a fork with its
 * join. With two workers they steal from one another.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ForkJoin {

  private static final int DEPTH = 12;
  private static final int FORKS = (1 << DEPTH) - 1;

  @Param("1")
  public int workers;

  private ForkJoinPool pool = new ForkJoinPool(1);

  @Setup
  public void start() {
    pool = new ForkJoinPool(workers);
  }

  @TearDown
  public void stop() {
    pool.shutdownNow();
  }

  @Benchmark
  @OperationsPerInvocation(FORKS)
  public boolean forkAndJoin() {
    Halves all = new Halves(DEPTH);
    pool.invoke(all);
    return all.isDone();
  }

  private static final class Halves extends RecursiveAction {
    private static final long serialVersionUID = 1;

    private final int depth;

    Halves(int depth) {
      this.depth = depth;
    }

    @Override
    protected void compute() {
      if (depth == 0) {
        return;
      }
      Halves other = new Halves(depth - 1);
      other.fork();
      new Halves(depth - 1).compute();
      other.join();
    }
  }
}
