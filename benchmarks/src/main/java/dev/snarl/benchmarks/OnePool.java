package dev.snarl.benchmarks;

import java.util.concurrent.ExecutorService;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A pool of the size and in the wrapper that the run asks for; lives for one trial. */
@State(Scope.Benchmark)
public class OnePool {

  @Param("1")
  public int workers;

  @Param("NONE")
  public Wrapper wrapper = Wrapper.NONE;

  ExecutorService pool = Wrapper.NONE.pool(1);

  @Setup
  public void start() {
    pool = wrapper.pool(workers);
  }

  @TearDown
  public void stop() {
    pool.shutdownNow();
  }
}
