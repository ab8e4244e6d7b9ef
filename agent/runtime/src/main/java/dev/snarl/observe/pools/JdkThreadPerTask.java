package dev.snarl.observe.pools;

import dev.snarl.snapshot.Pool;
import java.util.Set;
import java.util.concurrent.SnarlPoolLens;

/** The executor of {@code Executors.newThreadPerTaskExecutor}. */
final class JdkThreadPerTask implements PoolType {

  @Override
  public Pool.Kind kind(Object executor) {
    return Pool.Kind.THREAD_PER_TASK;
  }

  @Override
  public void look(Object executor, PoolNotes notes) {
    Set<?> threads = SnarlPoolLens.perTaskThreads(executor);
    notes.size = threads == null ? 0 : threads.size();
    notes.active = notes.size;
  }

  @Override
  public boolean shutdown(Object executor) {
    return SnarlPoolLens.perTaskStopping(executor);
  }
}
