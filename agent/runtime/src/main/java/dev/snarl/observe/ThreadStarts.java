package dev.snarl.observe;

import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.PoolTypes;
import dev.snarl.observe.sites.Cells;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.StartPaths;
import dev.snarl.observe.sites.Table;
import dev.snarl.observe.slots.Notes;
import dev.snarl.snapshot.StartSite;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlTasks;

/**
 * Threads that start and end, added up by the site that starts them, on the application's threads.
 * A start costs a walk of a few frames, or less where {@link StartPaths} knows the class.
 */
final class ThreadStarts {

  private static final long YOUNG = 10_000_000_000L;

  /** A worker that has run more tasks has been reused. */
  private static final int FEW_TASKS = 3;

  final Table<Cells.StartKey, Cells.Start> starts =
      new Table<>(
          1_000, new Cells.StartKey(Site.OTHER, StartSite.Factory.NEW_THREAD), Cells.Start::new);

  private final StartPaths paths;
  private final Names names;
  private final KnownExecutors executors;

  ThreadStarts(Sites sites, Names names, KnownExecutors executors) {
    this.paths = new StartPaths(sites);
    this.names = names;
    this.executors = executors;
  }

  void starting(Thread thread) {
    if (SnarlPoolLens.target(thread) instanceof FutureTask<?> task) {
      SnarlTasks.submitted(task);
    }
    SnarlSlot slot = SnarlProbe.slotFor(thread);
    if (slot != null && slot.startedAt != 0) {
      return; // one start overload calls another
    }
    Sites.Path path = paths.here(thread);
    Cells.Start cell = cell(path, thread);
    cell.started.incrementAndGet();
    if (path.handshake || path.shutdown) {
      // The JDK's own, which tells of a handshake; Netty's for a loop that was never used, which
      // shutdownGracefully starts to end it; or a shutdown hook, which has to be a thread. None is
      // for the application to mend.
      return;
    }
    cell.live.incrementAndGet();
    SnarlSlot starter = SnarlProbe.slotFor(Thread.currentThread());
    if (starter != null && cell.key.factory() == StartSite.Factory.NEW_THREAD) {
      starter.gives(thread, System.nanoTime());
    }
    Object executor = path.poolWorker || path.forkJoin ? SnarlPoolLens.executorOf(thread) : null;
    cell.pool = executor == null ? null : executors.known(executor);
    if (slot != null) {
      Notes.of(slot).start = cell;
      slot.startedAt = System.nanoTime();
    }
  }

  /** Looked up, and named after the thread, once for each walk of the stack. */
  private Cells.Start cell(Sites.Path path, Thread thread) {
    Cells.Start cell = path.start;
    if (cell == null) {
      cell = starts.cell(new Cells.StartKey(path.site, factory(path)));
      if (!path.handshake) {
        cell.group = names.group(thread.getName());
      }
      if (cell.key.site() == path.site) { // not the one for what found no room, which is counted
        path.start = cell;
      }
    }
    return cell;
  }

  private static StartSite.Factory factory(Sites.Path path) {
    if (path.perTaskFallback) {
      return path.httpClient ? StartSite.Factory.HTTP_CLIENT : StartSite.Factory.COMPLETABLE_FUTURE;
    }
    // A condition that a worker awaits, as in Process.waitFor, is blocking that the pool manages
    // and grows for once. A join in a task that others wait for starts a thread for each task.
    if (path.compensation && !path.condition) {
      return StartSite.Factory.COMPENSATION;
    }
    if (path.forkJoin) {
      return StartSite.Factory.FORK_JOIN_WORKER;
    }
    if (path.poolWorker) {
      return StartSite.Factory.POOL_WORKER;
    }
    if (path.perTaskExecutor) {
      return StartSite.Factory.THREAD_PER_TASK_EXECUTOR;
    }
    return path.timer ? StartSite.Factory.TIMER : StartSite.Factory.NEW_THREAD;
  }

  /** A thread that was started under our eyes is over. */
  void ended(SnarlSlot slot, Thread thread, long now) {
    if (!(slot.extension instanceof Notes notes)) {
      return;
    }
    Cells.Start start = notes.start;
    long startedAt = slot.startedAt;
    if (start == null || startedAt == 0) {
      return;
    }
    notes.start = null;
    start.live.decrementAndGet();
    long life = now - startedAt;
    if (life < YOUNG
        && Math.max(slot.runCount, SnarlPoolLens.completedBy(thread)) <= FEW_TASKS
        && !endsOnPurpose(slot, thread)) {
      start.endedYoung.incrementAndGet();
      start.youngNanos.addAndGet(life);
    }
  }

  /** Its pool ends or renews its threads, or is a copy of fork/join, which ends idle ones. */
  private static boolean endsOnPurpose(SnarlSlot slot, Thread thread) {
    if (copyOfForkJoin(thread.getClass())) {
      return true;
    }
    Object known = KnownExecutors.of(thread);
    // A thread factory may have wrapped the worker.
    Object executor = known == null ? slot.worksFor() : known;
    if (executor == null) {
      return false;
    }
    return KnownExecutors.isStopping(executor) || PoolTypes.of(executor).renews(executor);
  }

  /** Its workers extend a class of that name which is not the JDK's, as jsr166y's do. */
  private static boolean copyOfForkJoin(Class<?> type) {
    for (Class<?> at = type; at != null && at != Thread.class; at = at.getSuperclass()) {
      String name = at.getName();
      if (name.endsWith(".ForkJoinWorkerThread")) {
        return !name.startsWith("java.util.concurrent.");
      }
    }
    return false;
  }
}
