package dev.snarl.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * {@code LockSupport.unpark} of a thread that has its permit already. To wake a parked one costs
 * thousands of nanoseconds and varies by as much, which would bury what a hook adds to either.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Unpark {
  private final Thread sleeper = new Thread(Unpark::sleep, "sleeper");

  @Setup
  public void start() {
    sleeper.setDaemon(true);
    sleeper.start();
  }

  private static void sleep() {
    try {
      Thread.sleep(3_600_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Benchmark
  public void unpark() {
    LockSupport.unpark(sleeper);
  }
}
