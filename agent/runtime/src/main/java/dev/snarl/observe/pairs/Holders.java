package dev.snarl.observe.pairs;

import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether a task still holds what threads wait for, and may end their waits. The observer's thread
 * only.
 */
final class Holders {
  private static final Thread[] NONE = {};

  private final AllTasks tasks;
  private final TaskContents contents = new TaskContents();
  private boolean found;

  Holders(KnownExecutors executors, QueuedTasks tasks) {
    this.tasks = new AllTasks(executors, tasks);
  }

  /**
   * Whether one in the queue of an executor does, or may be of the kind that does, since it is in
   * the queue of this one.
   */
  boolean queued(Set<Object> wanted, @Nullable Long usual) {
    return any(wanted, NONE, thread -> false, usual);
  }

  /** Whether one does that is queued or that a thread runs, of those that are no such waiter. */
  boolean any(Set<Object> wanted, Thread[] all, Predicate<Thread> waiter) {
    return any(wanted, all, waiter, null);
  }

  private boolean any(
      Set<Object> wanted, Thread[] all, Predicate<Thread> waiter, @Nullable Long usual) {
    found = false;
    tasks.each(
        all,
        List.of(),
        (task, thread, pool) -> {
          if (!found && (thread == null || !waiter.test(thread))) {
            found = pool != null && usual != null && usual == pool.id && !schedules(pool);
            contents.find(task, wanted, (blocker, kind) -> found = true);
          }
        });
    return found;
  }

  private static boolean schedules(Known pool) {
    return pool.get() instanceof ScheduledThreadPoolExecutor;
  }
}
