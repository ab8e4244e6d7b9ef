package dev.snarl.observe;

import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.Activity;
import dev.snarl.snapshot.Pool.Rejections;
import dev.snarl.snapshot.Pool.SiteCount;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Follows the known executors from tick to tick: sizes, how long each has been saturated or stuck,
 * what its busy threads do. The observer's thread only.
 */
final class PoolWatch {

  private static final long SECOND = 1_000_000_000L;
  private static final int LOOKS_EACH_TICK = 4;
  private static final int KINDS_OF_BLOCKING = 20;
  private static final Thread[] NONE = {};

  private final Recorder recorder;
  private final @Nullable Instrumentation instrumentation;
  private final PoolReader reader = new PoolReader();
  private final IdentityHashMap<Thread, Known> workers = new IdentityHashMap<>();
  private final Object[] first = new Object[1];
  private final Object[] timed = new Object[1_024];
  private long lastTick = System.nanoTime();
  private int nextPool;

  PoolWatch(Recorder recorder, @Nullable Instrumentation instrumentation) {
    this.recorder = recorder;
    this.instrumentation = instrumentation;
  }

  PoolReader reader() {
    return reader;
  }

  @Nullable Known poolOf(Thread thread) {
    return workers.get(thread);
  }

  void tick(long now) {
    boolean watched = false;
    List<Known> busyPools = new ArrayList<>();
    for (Known known : recorder.executors.all.keySet()) {
      Object executor = known.get();
      if (executor == null || PoolReader.kind(executor) == null) {
        forget(known);
        continue;
      }
      look(known, executor, now);
      watched |= known.watched(now);
      PoolNotes notes = known.notes;
      if (notes.size == 0 && PoolReader.shutdown(executor)) {
        forget(known);
      } else if (notes.active > 0) {
        busyPools.add(known);
      }
    }
    lastTick = now;
    SnarlProbe.watchFeeders = watched;
    sample(busyPools, now);
  }

  private void forget(Known known) {
    recorder.executors.all.remove(known);
    replace(known, known.notes.threads, NONE);
    known.notes.letGo(); // slots and call sites may still name it, and a thread names its loader
    SnarlPool.forget(known);
    if (known.build != null && known.fed.get() > 0 && !known.fedByOther) {
      known.build.perCall.incrementAndGet();
    }
  }

  private void look(Known known, Object executor, long now) {
    PoolNotes notes = known.notes;
    long before = notes.completed;
    int activeBefore = notes.active;
    Thread[] threadsBefore = notes.threads;
    reader.look(executor, notes);
    if (!same(threadsBefore, notes.threads)) {
      replace(known, threadsBefore, notes.threads);
    }
    int length = reader.length(executor);
    if (notes.completed != before || notes.active != activeBefore || notes.progressAt == 0) {
      notes.progressAt = now;
    }
    boolean saturated =
        notes.size > 0
            && length > 0
            && notes.active >= notes.size
            && !canGrow(executor, notes, length);
    notes.saturatedSince = !saturated ? 0 : notes.saturatedSince == 0 ? now : notes.saturatedSince;
    boolean idle = notes.active == 0 && length == 0;
    notes.idleSince = !idle ? 0 : notes.idleSince == 0 ? now : notes.idleSince;
    oldest(executor, notes, length, now);
    measure(notes, now);
    time(known, executor, length, now);
  }

  @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
  private static boolean same(Thread[] some, Thread[] others) {
    for (int i = 0; i < some.length && some.length == others.length; i++) {
      if (some[i] != others[i]) {
        return false;
      }
    }
    return some.length == others.length;
  }

  private void replace(Known known, Thread[] before, Thread[] after) {
    for (Thread thread : before) {
      workers.remove(thread, known);
    }
    List<Long> ids = new ArrayList<>(after.length);
    for (Thread thread : after) {
      workers.put(thread, known);
      ids.add(JdkCalls.id(thread));
    }
    known.notes.threadIds = List.copyOf(ids);
  }

  private void oldest(Object executor, PoolNotes notes, int length, long now) {
    Object oldest = null;
    Object queue = length > 0 ? PoolReader.queue(executor) : null;
    if (queue != null) {
      first[0] = null;
      if (SnarlLens.copy(queue, first) > 0) {
        oldest = first[0];
      }
      first[0] = null;
    }
    if (oldest != notes.oldestTask) {
      notes.oldestTask = oldest;
      notes.oldestSince = now;
    }
  }

  private void time(Known known, Object executor, int length, long now) {
    known.times.adjust(known, known.notes.completed, length, now - lastTick);
    int waiting = known.older(now - SECOND, timed);
    // Of a longer queue only a part can be seen: what is missing there may be further back.
    boolean allWait = true;
    if (waiting == 0 || length < 0 || length >= reader.tasks().length) {
      known.times.nothingWaits();
    } else {
      int queued = reader.copyTasks(executor);
      allWait = known.times.sweep(known, timed, waiting, reader.tasks(), queued);
      reader.clear(queued);
    }
    // A scheduled task is not late before it is due.
    boolean timedFirst =
        waiting > 0 && length > 0 && allWait && !(executor instanceof ScheduledThreadPoolExecutor);
    known.notes.waitingSince = timedFirst ? known.oldest : now;
    Arrays.fill(timed, 0, waiting, null);
  }

  /** A shallow sample of what a queued task holds, every few seconds. */
  private void measure(PoolNotes notes, long now) {
    Object task = notes.oldestTask;
    if (task != null && instrumentation != null && now - notes.measuredAt > 5 * SECOND) {
      notes.measuredAt = now;
      notes.taskBytes = TaskSize.of(task, instrumentation);
    }
  }

  static boolean canGrow(Object executor, PoolNotes notes, int length) {
    if (executor instanceof ThreadPoolExecutor pool) {
      if (notes.size < SnarlLens.core(pool)) {
        return true;
      }
      int capacity = SnarlLens.capacity(SnarlLens.queue(pool));
      boolean neverFull = capacity == Integer.MAX_VALUE;
      // Past its core size, a pool grows only when its queue refuses a task.
      return notes.size < SnarlLens.max(pool)
          && !(neverFull && SnarlLens.queue(pool) != null && jdkQueue(pool));
    }
    if (executor instanceof ForkJoinPool pool) {
      return notes.size < JdkCalls.parallelism(pool);
    }
    LibraryPool library = LibraryPools.of(executor);
    return library == null || library.canGrow(executor, notes.size);
  }

  /** A subclass may refuse tasks while it has room, as Tomcat's does. */
  private static boolean jdkQueue(ThreadPoolExecutor pool) {
    Object queue = SnarlLens.queue(pool);
    return queue != null && queue.getClass().getName().startsWith("java.util.concurrent.");
  }

  private void sample(List<Known> busy, long now) {
    List<PoolNotes> pools = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Math.min(LOOKS_EACH_TICK, busy.size()); i++) {
      PoolNotes notes = busy.get(Math.floorMod(nextPool++, busy.size())).notes;
      Thread thread = busyThread(notes);
      if (thread != null) {
        pools.add(notes);
        threads.add(thread);
      }
    }
    ThreadLook.Seen[] seen = ThreadLook.at(threads);
    for (int i = 0; i < seen.length; i++) {
      PoolNotes notes = pools.get(i);
      Notes.Look look = seen[i].look(recorder.sites, now);
      notes.input.add(look);
      if (look.blockedIn() == null) {
        notes.onCpu++;
      } else {
        notes.blocked++;
        String what = look.blockedIn() + " at " + look.site().text;
        if (notes.blockedIn.size() < KINDS_OF_BLOCKING || notes.blockedIn.containsKey(what)) {
          notes.blockedIn.computeIfAbsent(what, w -> new long[1])[0]++;
        }
      }
    }
  }

  private static @Nullable Thread busyThread(PoolNotes notes) {
    int n = notes.threads.length;
    for (int i = 0; i < n; i++) {
      int at = Math.floorMod(notes.nextSample++, n);
      if (at < notes.busy.length && notes.busy[at]) {
        return notes.threads[at];
      }
    }
    return null;
  }

  // ---- records ----

  List<Pool> pools(long now) {
    Map<String, Integer> taken = new HashMap<>();
    List<Pool> pools = new ArrayList<>();
    List<Known> inOrder = new ArrayList<>(recorder.executors.all.keySet());
    inOrder.sort(Comparator.comparingLong((Known known) -> known.id));
    for (Cells.Build build : recorder.executors.builds.all()) {
      build.alive = 0;
      build.threads = 0;
      build.livePerCall = 0;
    }
    for (Known known : inOrder) {
      Object executor = known.get();
      Pool.Kind kind = executor == null ? null : PoolReader.kind(executor);
      if (executor != null && kind != null) {
        count(known, executor, now);
        pools.add(record(known, executor, kind, taken, now));
      }
    }
    return pools;
  }

  private static void count(Known known, Object executor, long now) {
    Cells.Build build = known.build;
    if (build == null) {
      return;
    }
    if (!PoolReader.shutdown(executor)) {
      build.alive++;
    }
    build.threads += known.notes.size;
    boolean over =
        known.stopping || (known.notes.idleSince != 0 && now - known.notes.idleSince >= SECOND);
    if (over && known.fed.get() > 0 && !known.fedByOther) {
      build.livePerCall++;
    }
  }

  private Pool record(
      Known known, Object executor, Pool.Kind kind, Map<String, Integer> taken, long now) {
    PoolNotes notes = known.notes;
    int length = reader.length(executor);
    Object queue = PoolReader.queue(executor);
    return new Pool(
        known.id,
        PoolNames.unique(PoolNames.of(known, executor, recorder.names), taken),
        kind,
        executor.getClass().getName(),
        known.site == null ? null : known.site.text,
        notes.size,
        notes.active,
        PoolReader.core(executor, notes),
        PoolReader.max(executor),
        canGrow(executor, notes, length),
        length,
        queue == null ? Integer.MAX_VALUE : Math.max(0, SnarlLens.capacity(queue)),
        queue == null ? "" : queue.getClass().getName(),
        notes.completed,
        rejections(known, executor),
        PoolReader.shutdown(executor),
        notes.saturatedSince == 0 ? 0 : now - notes.saturatedSince,
        notes.progressAt == 0 ? 0 : now - notes.progressAt,
        waitingFor(notes, now),
        notes.taskBytes,
        activity(notes),
        known.times.timing(known, now),
        notes.threadIds);
  }

  /** The first task that is timed, or the queue's head since it was first seen there. */
  private static long waitingFor(PoolNotes notes, long now) {
    return notes.oldestTask == null
        ? 0
        : Math.max(now - notes.oldestSince, now - notes.waitingSince);
  }

  private static Rejections rejections(Known known, Object executor) {
    String policy = "";
    boolean callerRuns = false;
    Object handler = PoolReader.handler(executor);
    if (handler != null) {
      Class<?> type = handler.getClass();
      policy =
          type.getEnclosingClass() == ThreadPoolExecutor.class
              ? type.getSimpleName()
              : type.getName();
      callerRuns = handler instanceof ThreadPoolExecutor.CallerRunsPolicy;
    }
    // Read in this order: a rejection is counted after its site and the pool's state are noted.
    long count = known.rejected.get();
    List<SiteCount> sites = new ArrayList<>();
    known.rejectedAt.forEach((site, times) -> sites.add(new SiteCount(site.text, times.get())));
    sites.sort(Comparator.comparingLong(SiteCount::count).reversed());
    return new Rejections(count, policy, callerRuns, known.rejectedState, sites);
  }

  private static Activity activity(PoolNotes notes) {
    if (notes.onCpu + notes.blocked == 0) {
      return Activity.NONE;
    }
    List<SiteCount> in = new ArrayList<>();
    notes.blockedIn.forEach((what, count) -> in.add(new SiteCount(what, count[0])));
    in.sort(Comparator.comparingLong(SiteCount::count).reversed());
    return new Activity(notes.onCpu, notes.blocked, in);
  }
}
