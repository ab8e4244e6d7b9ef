package dev.snarl.benchmarks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.threads.EnhancedQueueExecutor;
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
 * One task through the executor of JBoss Threads, which Quarkus, WildFly and Keycloak run on; fed
 * by its own workers, as {@link PoolTask} does.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EnhancedTask {
  private static final int BATCH = 10_000;

  @Param("1")
  public int workers;

  private final Runnable task = this::count;
  private EnhancedQueueExecutor pool = pool(1);
  private long done;

  private static EnhancedQueueExecutor pool(int workers) {
    return new EnhancedQueueExecutor.Builder()
        .setCorePoolSize(workers)
        .setMaximumPoolSize(workers)
        .setRegisterMBean(false)
        .build();
  }

  private void count() {
    done++;
  }

  @Setup
  public void start() {
    pool.shutdownNow();
    pool = pool(workers);
  }

  @TearDown
  public void stop() {
    pool.shutdownNow();
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long execute() throws InterruptedException {
    CountDownLatch drained = new CountDownLatch(1);
    pool.execute(
        () -> {
          for (int i = 0; i < BATCH; i++) {
            pool.execute(task);
          }
          pool.execute(drained::countDown);
        });
    drained.await();
    return done;
  }
}
