package dev.snarl.observe.ends;

import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.VirtualLens;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that threads run, as far as they are known, or will run as a {@link java.util.Timer}
 * does, and those in the queues of executors; a bounded number. The observer's thread only.
 */
final class AllTasks {
  private static final int THREADS = 5_000;
  private static final int QUEUED = 10_000;
  private static final String TIMER = "java.util.TimerThread";

  /** Is given one task. */
  interface Each {
    /**
     * One that a thread runs or that is in a queue.
     *
     * @param thread that runs it; null if it is in a queue
     * @param pool in whose queue it is; null if it runs
     */
    void task(Object task, @Nullable Thread thread, @Nullable Known pool);
  }

  private final KnownExecutors executors;
  private final QueuedTasks tasks;

  AllTasks(KnownExecutors executors, QueuedTasks tasks) {
    this.executors = executors;
    this.tasks = tasks;
  }

  void each(Thread[] threads, Iterable<Thread> virtual, Each each) {
    running(threads, (task, thread) -> each.task(task, thread, null));
    for (Thread thread : virtual) {
      run(VirtualLens.task(thread), thread, (task, by) -> each.task(task, by, null));
    }
    int budget = QUEUED;
    for (Known known : executors.all.keySet()) {
      Object pool = budget == 0 ? null : known.get();
      int copied = pool == null ? 0 : tasks.copy(pool);
      int looked = Math.min(copied, budget);
      for (int i = 0; i < looked; i++) {
        Object task = tasks.all()[i];
        if (task != null) {
          each.task(task, null, known);
        }
      }
      tasks.clear(copied);
      budget -= looked;
    }
  }

  /** Those that platform threads run. */
  void running(Thread[] threads, BiConsumer<Object, Thread> each) {
    for (int i = 0; i < Math.min(threads.length, THREADS); i++) {
      Thread thread = threads[i];
      if (!(thread instanceof AgentThread)) {
        SnarlSlot slot = SnarlProbe.slotOf(thread);
        if (slot != null) {
          noted(slot, thread, each);
        }
        Object target = SnarlPoolLens.target(thread);
        run(target == null ? thread : target, thread, each);
        if (timer(thread)
            && Places.object(Places.object(thread, "queue"), "queue")
                instanceof TimerTask[] timed) {
          for (TimerTask task : timed) {
            run(task, thread, each);
          }
        }
      }
    }
  }

  /** Whether it is that of a {@link java.util.Timer}. */
  static boolean timer(Thread thread) {
    return thread.getClass().getName().equals(TIMER);
  }

  private static void noted(SnarlSlot slot, Thread thread, BiConsumer<Object, Thread> each) {
    run(slot.timed(), thread, each);
    run(slot.function(), thread, each);
    for (int i = 0; i < Math.min(slot.runs, slot.running.length); i++) {
      Object future = slot.running[i];
      run(future instanceof CompletableFuture ? future : null, thread, each); // has what follows
    }
  }

  /**
   * Those that virtual threads run; false if some were left out.
   *
   * @param threads tells its argument all virtual threads; returns false if some were left out
   */
  static boolean virtual(Predicate<Consumer<Thread>> threads, BiConsumer<Object, Thread> each) {
    return threads.test(thread -> run(VirtualLens.task(thread), thread, each));
  }

  private static void run(@Nullable Object task, Thread thread, BiConsumer<Object, Thread> each) {
    if (task != null) {
      each.accept(task, thread);
    }
  }
}
