package dev.snarl.observe.pairs;

import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether a task still holds what threads wait for, and may end their waits. Looks at a bounded
 * number of tasks. The observer's thread only.
 */
final class Holders {
  private static final int TASKS = 1_000;
  private static final int THREADS = 5_000;

  private final KnownExecutors executors;
  private final QueuedTasks tasks;
  private final TaskContents contents = new TaskContents();
  private boolean found;

  Holders(KnownExecutors executors, QueuedTasks tasks) {
    this.executors = executors;
    this.tasks = tasks;
  }

  /**
   * Whether one in the queue of an executor does, or may be of the kind that does, since it is in
   * the queue of this one.
   */
  boolean queued(Set<Object> wanted, @Nullable Long usual) {
    found = false;
    for (Known known : executors.all.keySet()) {
      Object pool = known.get();
      boolean its = usual != null && usual == known.id;
      int n = pool == null || found ? 0 : tasks.copy(pool);
      found |= n > 0 && its && !(pool instanceof ScheduledThreadPoolExecutor);
      for (int i = 0; i < Math.min(n, TASKS) && !found; i++) {
        look(tasks.all()[i], wanted);
      }
      tasks.clear(n);
    }
    return found;
  }

  /** Whether one that a thread runs does, of those threads that are no such waiter. */
  boolean running(Set<Object> wanted, Thread[] all, Predicate<Thread> waiter) {
    found = false;
    for (int i = 0; i < Math.min(all.length, THREADS) && !found; i++) {
      Thread thread = all[i];
      if (thread instanceof AgentThread || waiter.test(thread)) {
        continue;
      }
      SnarlSlot slot = SnarlProbe.slotOf(thread);
      if (slot != null) {
        look(slot.timed(), wanted);
        look(slot.function(), wanted);
      }
      Object target = SnarlPoolLens.target(thread);
      look(target == null ? thread : target, wanted);
    }
    return found;
  }

  private void look(@Nullable Object task, Set<Object> wanted) {
    if (task != null) {
      contents.find(task, wanted, (blocker, kind) -> found = true);
    }
  }
}
