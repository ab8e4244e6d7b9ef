package dev.snarl.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A platform thread's whole life: created, started, run, joined. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ThreadStart {

  private final Runnable nothing = () -> {};

  @Benchmark
  public Thread startAndJoin() throws InterruptedException {
    Thread thread = new Thread(nothing);
    thread.start();
    thread.join();
    return thread;
  }
}
