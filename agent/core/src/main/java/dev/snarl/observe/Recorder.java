package dev.snarl.observe;

import dev.snarl.snapshot.StartSite;
import dev.snarl.stacks.Frames;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSink;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Takes the probe's rare events, on the application's threads alone: a wait is over, a thread
 * starts or ends, an executor is built, stopped or refuses. It walks a few frames and adds to
 * bounded tables; it holds no lock while it runs code that is not its own, and whatever it throws
 * the probe counts.
 */
final class Recorder extends SnarlSink {

  private static final long WORTH_A_WALK = 1_000_000;
  private static final long YOUNG = 10_000_000_000L;
  private static final int EXECUTORS = 5_000;

  final Frames frames;
  final Sites sites;
  final Names names = new Names();
  final Tasks tasks;

  final Table<Cells.BlockedKey, Cells.Blocked> blocked =
      new Table<>(2_000, new Cells.BlockedKey(Site.OTHER, "other", "other"), Cells.Blocked::new);
  final Table<Cells.FanKey, Cells.Fan> fans =
      new Table<>(500, new Cells.FanKey(Site.OTHER, "other"), Cells.Fan::new);
  final Table<Cells.StartKey, Cells.Start> starts =
      new Table<>(
          1_000, new Cells.StartKey(Site.OTHER, StartSite.Factory.NEW_THREAD), Cells.Start::new);
  final Table<Site, Cells.Build> builds = new Table<>(500, Site.OTHER, Cells.Build::new);
  final ClientsBuilt clients = new ClientsBuilt();
  final Resources resources;
  final ConcurrentHashMap<Site, SerialRun> serial = new ConcurrentHashMap<>();
  final ConcurrentHashMap<Known, Known> executors = new ConcurrentHashMap<>();
  final AtomicLong executorsDropped = new AtomicLong();

  final Detached detached;

  Recorder(Frames frames) {
    this.frames = frames;
    this.sites = new Sites(frames);
    this.tasks = new Tasks(frames);
    new TaskTimes().waited(0, 1); // loads its classes here rather than on a worker's first task
    this.detached = new Detached(frames, sites);
    this.resources = new Resources(sites);
  }

  /** Whether a carrier of virtual threads was seen; those themselves start unseen. */
  volatile boolean virtualThreads;

  // ---- waits ----

  @Override
  public void waited(SnarlSlot slot, Object future, boolean timed, long parkedAt, long now) {
    Thread thread = Thread.currentThread();
    Notes notes = notes(slot);
    Notes.Credit credit = notes.credit.getAndSet(null);
    long parked = now - parkedAt;
    long uncredited =
        credit != null && credit.parkedAt() == parkedAt ? now - credit.until() : parked;
    int width = slot.waits < SnarlSlot.DEPTH ? slot.width[slot.waits] : 0;
    boolean batch = width > 1 || batch(slot, future);
    boolean own = own(slot, future);
    if (own && !batch) {
      slot.timeNext = true;
    }
    if (parked < WORTH_A_WALK) {
      notes.shortWaits++;
      notes.shortNanos += uncredited;
      if ((notes.shortWaits & 15) != 1) {
        settle(slot);
        return; // its site is sampled: one walk stands for sixteen short waits
      }
    }
    Site site = sites.here().site;
    String group = notes.group(thread, names);
    Cells.Blocked cell = blocked.cell(new Cells.BlockedKey(site, group, kind(future)));
    if (parked < WORTH_A_WALK) {
      cell.waits.addAndGet(notes.shortWaits);
      cell.nanos.addAndGet(notes.shortNanos);
      notes.shortWaits = 0;
      notes.shortNanos = 0;
    } else {
      cell.waits.incrementAndGet();
      cell.nanos.addAndGet(uncredited);
    }
    if (batch) {
      Cells.Fan fan = fans.cell(new Cells.FanKey(site, group));
      fan.waits.incrementAndGet();
      fan.tasks.addAndGet(Math.max(width, slot.submissions - slot.settled));
      fan.nanos.addAndGet(parked);
    } else if (own) {
      recordSerial(thread, slot, notes, site, parked, now);
    }
    settle(slot);
  }

  private void recordSerial(
      Thread thread, SnarlSlot slot, Notes notes, Site site, long parked, long now) {
    int last = (slot.submissions - 1) & (SnarlSlot.SUBMISSIONS - 1);
    if (slot.timedSubmission == null || slot.submitted[last] != slot.timedSubmission) {
      return;
    }
    Object submitted = slot.timedSubmission;
    long begin = slot.timedSubmissionAt;
    slot.timedSubmission = null;
    long task = tasks.current(thread, slot);
    if (task == Tasks.UNKNOWN) {
      return;
    }
    SerialRun run = null;
    int oldest = 0;
    for (int i = 0; i < notes.runs.length; i++) {
      SerialRun candidate = notes.runs[i];
      if (candidate != null && candidate.same(site, task, now)) {
        run = candidate;
        break;
      }
      if (candidate == null
          || (notes.runs[oldest] != null && candidate.end < notes.runs[oldest].end)) {
        oldest = i;
      }
    }
    if (run == null) {
      run =
          new SerialRun(
              site, notes.group(thread, names), task, submitted.getClass().getName(), begin);
      notes.runs[oldest] = run;
    }
    run.add(parked, now - begin, now);
    if (run.waits >= 5) {
      SerialRun best = serial.get(site);
      if (best != run
          && (best == null || now - best.end > SerialRun.WINDOW || run.waitNanos > best.waitNanos)
          && (best != null || serial.size() < 500)) {
        serial.put(site, run);
      }
    }
  }

  private static void settle(SnarlSlot slot) {
    for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
      if (SnarlProbe.outstanding(slot, i)) {
        return;
      }
    }
    slot.settled = slot.submissions;
  }

  /** Whether the thread submitted this itself, or derived it from what it submitted last. */
  static boolean own(SnarlSlot slot, Object future) {
    if (future == slot.chainTip) {
      return true;
    }
    for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
      if (slot.submitted[i] == future) {
        return true;
      }
    }
    return false;
  }

  /** Whether the future belongs to several that were unfinished at once. */
  static boolean batch(SnarlSlot slot, Object future) {
    for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
      if (slot.submitted[i] == future) {
        return slot.batch[i];
      }
    }
    int last = (slot.submissions - 1) & (SnarlSlot.SUBMISSIONS - 1);
    return slot.batch[last];
  }

  static String kind(Object future) {
    if (future instanceof CompletableFuture) {
      return "completable-future";
    }
    if (future instanceof FutureTask) {
      return "future-task";
    }
    return future instanceof ForkJoinTask ? "fork-join-task" : FutureKinds.of(future.getClass());
  }

  Notes notes(SnarlSlot slot) {
    Object extension = slot.extension;
    if (extension instanceof Notes notes) {
      return notes;
    }
    Notes fresh = new Notes();
    slot.extension = fresh;
    return fresh;
  }

  // ---- coroutines ----

  @Override
  public void coroutineStarting(SnarlSlot slot, Object coroutine, Object enclosing) {
    detached.starting(slot, coroutine, enclosing);
  }

  @Override
  public void blockStarting(String block) {
    detached.blockStarting(block);
  }

  // ---- threads ----

  @Override
  public void threadStarting(Thread thread) {
    carrier(thread);
    if (SnarlLens.target(thread) instanceof FutureTask<?> task) {
      SnarlProbe.submitted(task);
    }
    SnarlSlot slot = SnarlProbe.slotFor(thread);
    if (slot != null && slot.startedAt != 0) {
      return; // one start overload calls another
    }
    Sites.Path path = sites.here();
    Cells.Start cell = starts.cell(new Cells.StartKey(path.site, factory(path)));
    cell.started.incrementAndGet();
    if (path.handshake) {
      return; // the JDK tells of a handshake on a thread of its own: not for the application to
      // mend
    }
    cell.live.incrementAndGet();
    cell.group = names.group(thread.getName());
    Object executor = path.poolWorker || path.forkJoin ? SnarlLens.executorOf(thread) : null;
    cell.pool = executor == null ? null : known(executor);
    if (slot != null) {
      notes(slot).start = cell;
      slot.startedAt = System.nanoTime();
    }
  }

  void carrier(Thread thread) {
    if (!virtualThreads && thread.getClass().getName().equals("jdk.internal.misc.CarrierThread")) {
      virtualThreads = true;
    }
  }

  /** Also one that was built before the agent came, as the common pool may be. */
  @Nullable Known known(Object executor) {
    Known known = executors.get(Known.key(executor));
    if (known == null && executors.size() < EXECUTORS) {
      Known found = new Known(executor, null, null, 0, System.nanoTime());
      found.fedByOther = true;
      known = executors.putIfAbsent(found, found);
      if (known == null) {
        SnarlPool.register(found);
        known = found;
      }
    }
    return known;
  }

  private static StartSite.Factory factory(Sites.Path path) {
    if (path.perTaskFallback) {
      return StartSite.Factory.COMPLETABLE_FUTURE;
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

  @Override
  public void threadEnding(SnarlSlot slot) {
    Thread thread = slot.owner;
    if (thread != null) {
      ended(slot, thread, System.nanoTime());
    }
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
    if (life < YOUNG && !endsOnPurpose(thread)) {
      start.endedYoung.incrementAndGet();
      start.youngNanos.addAndGet(life);
    }
  }

  /** Its pool ends or renews its threads. */
  private static boolean endsOnPurpose(Thread thread) {
    Object executor = executorOf(thread);
    LibraryPool library = executor == null ? null : LibraryPools.of(executor);
    return stopping(executor) || (library != null && executor != null && library.renews(executor));
  }

  /** The executor whose worker the thread is, the JDK's or a library's; null if it is none. */
  static @Nullable Object executorOf(Thread thread) {
    Object executor = SnarlLens.executorOf(thread);
    return executor == null ? LibraryPools.executorOf(thread) : executor;
  }

  private static boolean stopping(@Nullable Object executor) {
    if (executor instanceof ThreadPoolExecutor pool) {
      return SnarlLens.control(pool) >= 0; // its run state is past RUNNING
    }
    if (executor instanceof ForkJoinPool pool) {
      return pool.isShutdown();
    }
    LibraryPool library = executor == null ? null : LibraryPools.of(executor);
    return library != null && executor != null && library.shutdown(executor);
  }

  // ---- executors ----

  @Override
  public void executorBuilt(Object executor) {
    if (executors.containsKey(Known.key(executor))) {
      return; // one constructor calls another
    }
    Site site = sites.here().site;
    Cells.Build build = builds.cell(site);
    build.built.incrementAndGet();
    build.type = executor.getClass().getName();
    if (executors.size() >= EXECUTORS) {
      executorsDropped.incrementAndGet();
      return;
    }
    Known known =
        new Known(executor, site, build, Thread.currentThread().getId(), System.nanoTime());
    executors.put(known, known);
    SnarlPool.register(known);
    SnarlProbe.watchFeeders = true;
  }

  @Override
  public void executorOwned(Object owner, Object executor) {
    Known known = executors.get(Known.key(executor));
    if (known != null) {
      known.owner = new WeakReference<>(owner);
    }
  }

  @Override
  public void clientBuilt(Object client, @Nullable Object core) {
    clients.built(client, core, sites);
  }

  @Override
  public void resourceBuilt(Object resource) {
    resources.built(resource, sites.here().site);
  }

  @Override
  public void notBorrowed(Object thrown, Object pool) {
    resources.refused(thrown, pool);
  }

  @Override
  public void executing(@Nullable SnarlSlot slot, Object executor) {
    Known known = executors.get(Known.key(executor));
    if (known != null && !known.fedByOther) {
      known.feed(Thread.currentThread().getId());
    } else if (slot != null) {
      slot.unwatched = executor;
    }
  }

  @Override
  public void waitedInQueue(SnarlPool pool, long nanos, int tasks) {
    if (pool instanceof Known known) {
      known.times.waited(nanos, tasks);
    }
  }

  @Override
  public void ran(SnarlPool pool, long nanos, int tasks) {
    if (pool instanceof Known known) {
      known.times.ran(nanos, tasks);
    }
  }

  @Override
  public void executorStopping(Object executor) {
    Known known = executors.get(Known.key(executor));
    if (known != null) {
      known.stopping = true;
    }
  }

  @Override
  public void rejected(Object executor) {
    if (stopping(executor)) {
      return; // refusing during shutdown is what a pool should do
    }
    Known known = executors.get(Known.key(executor));
    if (known == null) {
      return;
    }
    // Counted last: whoever sees the count also sees where it came from.
    long count = known.rejected.get() + 1;
    if (count <= 100 || (count & 63) == 0) {
      Site site = sites.here().site;
      AtomicLong at = known.rejectedAt.get(site);
      if (at == null && known.rejectedAt.size() < 20) {
        AtomicLong fresh = new AtomicLong();
        at = known.rejectedAt.putIfAbsent(site, fresh);
        at = at == null ? fresh : at;
      }
      if (at != null) {
        at.addAndGet(count <= 100 ? 1 : 64);
      }
      known.rejectedState = PoolReader.state(executor);
    }
    known.rejected.incrementAndGet();
  }
}
