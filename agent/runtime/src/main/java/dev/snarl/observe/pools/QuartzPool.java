package dev.snarl.observe.pools;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.snapshot.Pool;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler of Quartz: the threads of its pool, and as queue the triggers of a store in memory,
 * in the order in which they fire. While all threads are busy, those that are due stay there. The
 * store is behind a lock, which is not taken: of a tree that changes meanwhile, only its first
 * entry is read, in a bounded number of steps.
 */
final class QuartzPool implements PoolType {
  static final String NAME = "org.quartz.core.QuartzScheduler";

  private static final long MILLIS = 1_000_000;
  private static final int DEEPEST = 64;

  /** Null for a pool that hands its jobs to another executor, which is seen by itself. */
  private static @Nullable PoolType threads(@Nullable Object pool) {
    return pool == null ? null : PoolTypes.ofLibrary(pool);
  }

  private static @Nullable Object pool(Object scheduler) {
    return Places.object(Places.object(scheduler, "resources"), "threadPool");
  }

  private static @Nullable Object triggers(Object scheduler) {
    Object resources = Places.object(scheduler, "resources");
    Object triggers = Places.object(Places.object(resources, "jobStore"), "timeTriggers");
    return triggers != null && JdkCalls.jdks(triggers) ? triggers : null;
  }

  @Override
  public Pool.@Nullable Kind kind(Object scheduler) {
    return threads(pool(scheduler)) == null ? null : Pool.Kind.SCHEDULED;
  }

  @Override
  public void look(Object scheduler, PoolNotes notes) {
    Object pool = pool(scheduler);
    PoolType threads = threads(pool);
    if (pool == null || threads == null) {
      return;
    }
    threads.look(pool, notes);
    Object fired = Places.object(Places.object(scheduler, "jobMgr"), "numJobsFired");
    if (fired instanceof AtomicInteger jobs) {
      notes.completed = Math.max(notes.completed, jobs.get() - notes.active);
    }
  }

  @Override
  public int max(Object scheduler) {
    return size(scheduler);
  }

  @Override
  public int length(Object scheduler) {
    return triggers(scheduler) instanceof Collection<?> all ? all.size() : 0;
  }

  @Override
  public int copyTasks(Object scheduler, Object[] into) {
    Object node = Places.object(Places.object(triggers(scheduler), "m"), "root");
    Object first = null;
    for (int i = 0; i < DEEPEST && node != null; i++) {
      first = node;
      node = Places.object(node, "left");
    }
    Object trigger = Places.object(Places.object(first, "key"), "trigger");
    if (trigger == null || into.length == 0) {
      return 0;
    }
    into[0] = trigger;
    return 1;
  }

  @Override
  public long due(Object trigger, long now) {
    Object date = Places.object(trigger, "nextFireTime");
    long millis = date == null ? 0 : Places.number(date, "fastTime");
    return millis == 0 ? now : now + (millis - System.currentTimeMillis()) * MILLIS;
  }
}
