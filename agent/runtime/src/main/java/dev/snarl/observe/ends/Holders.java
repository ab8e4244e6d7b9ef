package dev.snarl.observe.ends;

import dev.snarl.observe.code.Budget;
import dev.snarl.observe.code.InnerTasks;
import dev.snarl.observe.code.TaskContents;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a task still holds what threads wait for, and may end their waits. The observer's thread
 * only.
 */
final class Holders {
  private static final Thread[] NONE = {};

  private final AllTasks tasks;
  private final TaskContents contents;
  private final Predicate<Consumer<Thread>> virtual;

  /** For looks at all virtual threads. */
  private final Budget budget = new Budget(100);

  private boolean found;

  /**
   * For these executors and threads.
   *
   * @param virtual tells its argument all virtual threads; returns false if some were left out
   */
  Holders(
      KnownExecutors executors,
      QueuedTasks tasks,
      TaskContents contents,
      Predicate<Consumer<Thread>> virtual) {
    this.contents = contents;
    this.virtual = virtual;
    this.tasks = new AllTasks(executors, tasks);
  }

  /**
   * Whether one in the queue of an executor does, or may be of the kind that does, since it is in
   * the queue of this one.
   */
  boolean queued(Predicate<Object> wanted, @Nullable Long usual) {
    return any(wanted, NONE, thread -> false, usual);
  }

  /** Whether there is one in the queue of an executor whose code is such. */
  boolean queued(Predicate<Class<?>> such) {
    boolean[] any = {false};
    tasks.each(
        NONE,
        List.of(),
        (task, thread, pool) ->
            any[0] = any[0] || such.test(InnerTasks.innermost(task).getClass()));
    return any[0];
  }

  /** Whether one does that is queued or that a thread runs, of those that are no such waiter. */
  boolean any(Predicate<Object> wanted, Thread[] all, Predicate<Thread> waiter) {
    return any(wanted, all, waiter, null) || virtual(wanted);
  }

  /** Whether all threads may be looked at now. */
  boolean mayLook() {
    return budget.allows();
  }

  /** What a look at them all returns. */
  <T> T looking(Supplier<T> look) {
    long begin = budget.begin();
    T found = look.get();
    budget.used(begin);
    return found;
  }

  /** Whether a virtual thread may run one. */
  private boolean virtual(Predicate<Object> wanted) {
    boolean seenAll =
        looking(
            () ->
                AllTasks.virtual(
                    virtual,
                    (task, thread) -> {
                      if (!found) {
                        contents.find(task, wanted, (blocker, kind, whole, code) -> found = true);
                      }
                    }));
    return found || !seenAll;
  }

  private boolean any(
      Predicate<Object> wanted, Thread[] all, Predicate<Thread> waiter, @Nullable Long usual) {
    found = false;
    tasks.each(
        all,
        List.of(),
        (task, thread, pool) -> {
          if (!found && (thread == null || !waiter.test(thread))) {
            found = pool != null && usual != null && usual == pool.id && !schedules(pool);
            contents.find(task, wanted, (blocker, kind, whole, code) -> found = true);
          }
        });
    return found;
  }

  private static boolean schedules(Known pool) {
    return pool.get() instanceof ScheduledThreadPoolExecutor;
  }
}
