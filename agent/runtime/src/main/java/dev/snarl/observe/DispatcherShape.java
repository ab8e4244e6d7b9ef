package dev.snarl.observe;

import java.util.concurrent.SnarlLens;
import org.jspecify.annotations.Nullable;

/**
 * Where kotlinx-coroutines keeps the numbers of its scheduler and of limited views, from 1.6 to
 * 1.11: plain field reads, as in {@link CoroutineShape}. The observer's thread only.
 */
final class DispatcherShape {

  private static final long POSITION = (1L << 30) - 1;

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
  private final long produced;
  private final long consumed;
  private final long lastScheduled;
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
    produced = work.field("producerIndex", int.class);
    consumed = work.field("consumerIndex", int.class);
    lastScheduled = work.field("lastScheduledTask");
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
