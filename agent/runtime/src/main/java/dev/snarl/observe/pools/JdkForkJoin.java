package dev.snarl.observe.pools;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.snapshot.Pool;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SnarlPoolLens;

/** {@link ForkJoinPool}; its threads are read on the observer's thread alone. */
final class JdkForkJoin implements PoolType {

  private final Thread[] workers = new Thread[4_096];

  private static ForkJoinPool pool(Object executor) {
    return (ForkJoinPool) executor;
  }

  /** The scheduler of JEP 444 is recognized by its workers: only the JDK's own class makes such. */
  @Override
  public Pool.Kind kind(Object executor) {
    return JdkCalls.jdks(executor)
            && pool(executor)
                .getFactory()
                .getClass()
                .getName()
                .startsWith("java.lang.VirtualThread$")
        ? Pool.Kind.CARRIERS
        : Pool.Kind.FORK_JOIN;
  }

  @Override
  public void look(Object executor, PoolNotes notes) {
    int n = SnarlPoolLens.workers(pool(executor), workers);
    notes.take(workers, n);
    notes.busy(n);
    Arrays.fill(workers, 0, n, null);
    notes.size = JdkCalls.size(pool(executor));
    notes.active = Math.min(JdkCalls.active(pool(executor)), notes.size);
    notes.completed = Math.max(notes.completed, JdkCalls.steals(pool(executor)));
  }

  @Override
  public boolean shutdown(Object executor) {
    return JdkCalls.shutdown(pool(executor));
  }

  @Override
  public int core(Object executor, int size) {
    return JdkCalls.parallelism(pool(executor));
  }

  @Override
  public boolean canGrow(Object executor, int size) {
    return size < JdkCalls.parallelism(pool(executor));
  }

  @Override
  public int length(Object executor) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(0, JdkCalls.waiting(pool(executor))));
  }

  @Override
  public int copyTasks(Object executor, Object[] into) {
    return SnarlPoolLens.copy(pool(executor), into);
  }
}
