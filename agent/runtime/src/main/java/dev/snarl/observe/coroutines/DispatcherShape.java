package dev.snarl.observe.coroutines;

import dev.snarl.observe.live.LibraryType;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where kotlinx-coroutines keeps the numbers of its scheduler and of limited views, from 1.6 to
 * 1.11: plain field reads, as in {@link CoroutineShape}. The observer's thread only.
 */
final class DispatcherShape {

  private static final long POSITION = (1L << 30) - 1;
  private static final int LONGEST = 10_000;
  private static final int CORES = 64;

  final LibraryType worker;
  final LibraryType scheduler;
  final LibraryType limited;
  private final LibraryType queue;
  private final LibraryType core;
  private final LibraryType work;
  private final long workerScheduler;
  private final long workerState;
  private final long workerQueue;
  private final long corePoolSize;
  private final long maxPoolSize;
  private final long schedulerName;
  private final long cpuQueue;
  private final long blockingQueue;
  private final long queueCore;
  private final long coreState;
  private final long coreTasks;
  private final long coreNext;
  private final long produced;
  private final long consumed;
  private final long lastScheduled;
  private final long buffer;
  private final long viewTarget;
  private final long viewParallelism;
  private final long viewActive;
  private final long viewQueue;

  DispatcherShape(Class<?> workerType) {
    ClassLoader loader = workerType.getClassLoader();
    String root = "kotlinx.coroutines.";
    worker = new LibraryType(workerType);
    scheduler = LibraryType.of(root + "scheduling.CoroutineScheduler", loader);
    limited = LibraryType.of(root + "internal.LimitedDispatcher", loader);
    queue = LibraryType.of(root + "internal.LockFreeTaskQueue", loader);
    core = LibraryType.of(root + "internal.LockFreeTaskQueueCore", loader);
    work = LibraryType.of(root + "scheduling.WorkQueue", loader);
    workerScheduler = worker.field("this$0");
    workerState = worker.field("state");
    workerQueue = worker.field("localQueue");
    corePoolSize = scheduler.field("corePoolSize", int.class);
    maxPoolSize = scheduler.field("maxPoolSize", int.class);
    schedulerName = scheduler.field("schedulerName");
    cpuQueue = scheduler.field("globalCpuQueue");
    blockingQueue = scheduler.field("globalBlockingQueue");
    queueCore = queue.field("_cur");
    coreState = core.field("_state", long.class);
    coreTasks = core.field("array");
    coreNext = core.field("_next");
    produced = work.field("producerIndex", int.class);
    consumed = work.field("consumerIndex", int.class);
    lastScheduled = work.field("lastScheduledTask");
    buffer = work.field("buffer");
    viewTarget = limited.field("dispatcher");
    viewParallelism = limited.field("parallelism", int.class);
    viewActive = limited.field("runningWorkers", int.class);
    viewQueue = limited.field("queue");
  }

  @Nullable Object scheduler(Thread thread) {
    Object found = SnarlLens.object(thread, workerScheduler);
    return scheduler.is(found) ? found : null;
  }

  /** {@code CPU_ACQUIRED}, {@code BLOCKING}, or a state without a task. */
  String state(Thread thread) {
    return SnarlLens.object(thread, workerState) instanceof Enum<?> state ? state.name() : "";
  }

  long local(Thread thread) {
    Object local = SnarlLens.object(thread, workerQueue);
    if (!work.is(local)) {
      return 0;
    }
    int length = SnarlLens.integer(local, produced) - SnarlLens.integer(local, consumed);
    long kept = SnarlLens.object(local, lastScheduled) == null ? 0 : 1;
    return kept + Math.max(0, length);
  }

  /** The tasks in the worker's own queue. */
  void localTasks(Thread thread, Consumer<Object> each) {
    Object local = SnarlLens.object(thread, workerQueue);
    if (work.is(local)) {
      Object last = SnarlLens.object(local, lastScheduled);
      if (last != null) {
        each.accept(last);
      }
      if (SnarlLens.object(local, buffer) instanceof AtomicReferenceArray<?> tasks) {
        for (int i = 0; i < Math.min(tasks.length(), LONGEST); i++) {
          Object task = tasks.get(i);
          if (task != null) {
            each.accept(task);
          }
        }
      }
    }
  }

  /** The tasks in the queue of work for the CPU. */
  void cpuTasks(Object of, Consumer<Object> each) {
    each(SnarlLens.object(of, cpuQueue), each);
  }

  /** The tasks in the queue of a limited view. */
  void tasks(Object view, Consumer<Object> each) {
    each(SnarlLens.object(view, viewQueue), each);
  }

  private void each(@Nullable Object of, Consumer<Object> each) {
    Object now = queue.is(of) ? SnarlLens.object(of, queueCore) : null;
    for (int i = 0; i < CORES && core.is(now); i++) {
      Object larger = SnarlLens.object(now, coreNext);
      if (!core.is(larger)) {
        break;
      }
      now = larger; // to which all was copied
    }
    if (core.is(now) && SnarlLens.object(now, coreTasks) instanceof AtomicReferenceArray<?> tasks) {
      long ends = SnarlLens.number(now, coreState);
      long length = Math.min(((ends >>> 30) - ends) & POSITION, LONGEST);
      for (long i = ends & POSITION; length > 0; length--, i++) {
        Object task = tasks.get((int) (i & (tasks.length() - 1)));
        if (task != null) {
          each.accept(task);
        }
      }
    }
  }

  String name(Object of) {
    return SnarlLens.object(of, schedulerName) instanceof String name ? name : "CoroutineScheduler";
  }

  int parallelism(Object of) {
    return SnarlLens.integer(of, corePoolSize);
  }

  int max(Object of) {
    return SnarlLens.integer(of, maxPoolSize);
  }

  long cpuQueued(Object of) {
    return length(SnarlLens.object(of, cpuQueue));
  }

  long blockingQueued(Object of) {
    return length(SnarlLens.object(of, blockingQueue));
  }

  @Nullable Object target(Object view) {
    return SnarlLens.object(view, viewTarget);
  }

  int limit(Object view) {
    return SnarlLens.integer(view, viewParallelism);
  }

  int active(Object view) {
    return SnarlLens.integer(view, viewActive);
  }

  long queued(Object view) {
    return length(SnarlLens.object(view, viewQueue));
  }

  /** The queue's core keeps both its ends in one number, 30 bits each. */
  private long length(@Nullable Object of) {
    Object now = queue.is(of) ? SnarlLens.object(of, queueCore) : null;
    if (!core.is(now)) {
      return 0;
    }
    long ends = SnarlLens.number(now, coreState);
    return ((ends >>> 30) - ends) & POSITION;
  }
}
