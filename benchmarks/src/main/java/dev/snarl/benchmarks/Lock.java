package dev.snarl.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One lock, taken and given back: by one thread without contention, by two with it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Lock {
  private final ReentrantLock lock = new ReentrantLock();
  private final Object monitor = new Object();
  private int count;

  @Benchmark
  public int reentrant() {
    lock.lock();
    try {
      return ++count;
    } finally {
      lock.unlock();
    }
  }

  @Benchmark
  public int monitor() {
    synchronized (monitor) {
      return ++count;
    }
  }
}
