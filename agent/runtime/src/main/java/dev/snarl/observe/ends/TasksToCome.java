package dev.snarl.observe.ends;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.sites.ThreadLook.Seen;
import dev.snarl.observe.waits.Blockers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TimerTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What will run again, or once at an end: periodic tasks, those of timers, shutdown hooks and
 * handlers of exceptions. A task that stays in a queue, since each thread that could run it waits
 * in another, is not among them, unless permits are waited for: pools that run short of them have a
 * rule of their own. The observer's thread only.
 *
 * @param periodic whether there is one that runs again
 */
record TasksToCome(List<Object> tasks, boolean periodic) {
  /** Null where a task is in a queue that will run once. */
  static @Nullable TasksToCome of(AllTasks tasks, AllStacks all) {
    List<Object> later = Endings.of(all);
    int endings = later.size();
    boolean[] once = {false};
    boolean permits = permits(all);
    tasks.each(
        all.timers(),
        List.of(),
        (task, thread, pool) -> {
          boolean stuck = thread == null ? pool != null && stuck(pool, all) : stuck(all.of(thread));
          if (stuck && !permits) {
            return;
          }
          if (thread == null ? JdkCalls.periodic(task) : task instanceof TimerTask) {
            later.add(task);
          } else {
            once[0] |= thread == null;
          }
        });
    return once[0] ? null : new TasksToCome(later, later.size() > endings);
  }

  /** Whether none of its threads comes back to its queue, and no task in the queue adds one. */
  private static boolean stuck(Known pool, AllStacks all) {
    Thread[] threads = pool.notes.threads;
    return pool.get() instanceof ThreadPoolExecutor
        && threads.length > 0
        && threads.length == pool.notes.size
        && Arrays.stream(threads).allMatch(each -> stuck(all.of(each)));
  }

  /** Whether it waits in a task. */
  private static boolean stuck(@Nullable Seen seen) {
    return seen != null
        && seen.state == Thread.State.WAITING
        && Blockers.untimed(seen.thread)
        && !StillToCome.ofJdk(seen.stack);
  }

  private static boolean permits(AllStacks all) {
    for (Map.Entry<Thread, Seen> each : all.all()) {
      if (PermitHolders.keepable(LockSupport.getBlocker(each.getKey()))) {
        return true;
      }
    }
    return false;
  }
}
