/*
 * claim: main submits a computation and waits for it, twelve times in 10 s, through two executor services that wrap
 *   another, each with a FutureTask of its own, and a hand-written Future around them. It is one wait each, whatever
 *   the layers make of it, below twenty in 10 s; the worker is on the CPU meanwhile.
 * twin of: fan-out-wait
 * allow: jit-warm-up info
 */

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.LongAdder;

public class BenignWrappedExecutors {
  /** Passes everything on; AbstractExecutorService makes the futures. */
  static class Wrapper extends AbstractExecutorService {
    final ExecutorService inner;
    final LongAdder passed = new LongAdder();

    Wrapper(ExecutorService inner) {
      this.inner = inner;
    }

    @Override public void execute(Runnable task) {
      passed.increment();
      inner.submit(task);
    }

    @Override public void shutdown() { inner.shutdown(); }
    @Override public List<Runnable> shutdownNow() { return inner.shutdownNow(); }
    @Override public boolean isShutdown() { return inner.isShutdown(); }
    @Override public boolean isTerminated() { return inner.isTerminated(); }
    @Override public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
      return inner.awaitTermination(time, unit);
    }
  }

  static final class Observed<V> implements Future<V> {
    private final Future<V> inner;

    Observed(Future<V> inner) {
      this.inner = inner;
    }

    @Override public boolean cancel(boolean interrupt) { return inner.cancel(interrupt); }
    @Override public boolean isCancelled() { return inner.isCancelled(); }
    @Override public boolean isDone() { return inner.isDone(); }
    @Override public V get() throws InterruptedException, ExecutionException { return inner.get(); }
    @Override public V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
      return inner.get(time, unit);
    }
  }

  public static void main(String[] args) throws Exception {
    Wrapper metered = new Wrapper(Executors.newFixedThreadPool(2));
    Wrapper traced = new Wrapper(metered);
    long checksum = 0;
    for (int i = 0; i < 18; i++) {
      int seed = i;
      Future<Long> answer = new Observed<>(traced.submit(() -> compute(seed)));
      checksum += answer.get();
      Thread.sleep(740);
    }
    traced.shutdown();
    traced.awaitTermination(30, TimeUnit.SECONDS);
    System.out.println("passed " + traced.passed + " and " + metered.passed + ", checksum " + checksum);
  }

  static long compute(int seed) {
    long x = seed + 88_172_645_463_325_252L;
    for (int i = 0; i < 50_000_000; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return x;
  }
}
