package dev.snarl.observe.pools;

import dev.snarl.observe.live.Places;
import dev.snarl.snapshot.Pool;
import java.util.Collection;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.SnarlQueueLens;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Jetty's pool. Its two counts lie in one long: threads above, idle threads less queued tasks
 * below. It does not count what it has completed, nor say which of its threads are idle. Its queue
 * is a ring, whose ends lie a cache line apart in one array, each the last of its line.
 */
final class JettyPool implements PoolType {

  static final String NAME = "org.eclipse.jetty.util.thread.QueuedThreadPool";

  /** The classes nested in it, which run its threads. */
  static final String WORKERS = NAME + '$';

  private static final String ITS_QUEUE = "org.eclipse.jetty.util.BlockingArrayQueue";

  private final long counts;
  private final long jobs;
  private final long threads;
  private final long min;
  private final long max;

  JettyPool(Class<?> type) {
    this.counts = SnarlLens.fieldOf(type, "_counts", Object.class);
    this.jobs = SnarlLens.fieldOf(type, "_jobs", Object.class);
    this.threads = SnarlLens.fieldOf(type, "_threads", Object.class);
    this.min = SnarlLens.fieldOf(type, "_minThreads", int.class);
    this.max = SnarlLens.fieldOf(type, "_maxThreads", int.class);
  }

  @Override
  public Pool.Kind kind(Object executor) {
    return Pool.Kind.THREAD_POOL;
  }

  private long counts(Object executor) {
    return SnarlLens.object(executor, counts) instanceof AtomicLong both ? both.get() : 0;
  }

  @Override
  public void look(Object executor, PoolNotes notes) {
    long both = counts(executor);
    notes.size = Math.max(0, (int) (both >> 32));
    notes.active = Math.max(0, notes.size - Math.max(0, (int) both));
    notes.takeAll(SnarlLens.object(executor, threads));
  }

  @Override
  public boolean counts() {
    return false;
  }

  @Override
  public boolean shutdown(Object executor) {
    return counts(executor) >> 32 == Integer.MIN_VALUE;
  }

  @Override
  public int core(Object executor, int size) {
    return SnarlLens.integer(executor, min);
  }

  @Override
  public int max(Object executor) {
    return SnarlLens.integer(executor, max);
  }

  @Override
  public @Nullable Object queue(Object executor) {
    return SnarlLens.object(executor, jobs);
  }

  @Override
  public int length(Object executor) {
    Object tasks = queue(executor);
    if (tasks == null) {
      return 0;
    }
    // The size of its own queue is an atomic counter.
    return tasks instanceof Collection<?> queue && isItsQueue(tasks)
        ? queue.size()
        : Math.max(0, SnarlQueueLens.length(tasks));
  }

  private static boolean isItsQueue(Object tasks) {
    return tasks.getClass().getName().equals(ITS_QUEUE);
  }

  @Override
  public int capacity(Object executor) {
    Object tasks = queue(executor);
    return tasks != null && isItsQueue(tasks)
        ? SnarlLens.integer(tasks, Places.of(tasks.getClass(), "_maxCapacity", int.class))
        : PoolType.super.capacity(executor);
  }

  @Override
  public int copyTasks(Object executor, Object[] into) {
    Object tasks = queue(executor);
    if (tasks == null || !isItsQueue(tasks)) {
      return PoolType.super.copyTasks(executor, into);
    }
    int found = 0;
    if (Places.object(tasks, "_elements") instanceof Object[] ring
        && Places.object(tasks, "_indexes") instanceof int[] ends
        && ends.length > 1) {
      int first = ends[ends.length / 2 - 1];
      int most = Math.min(Math.min(length(executor), ring.length), into.length);
      for (int i = 0; i < most && ring[(first + i) % ring.length] != null; i++) {
        into[found++] = ring[(first + i) % ring.length];
      }
    }
    return found;
  }
}
