package dev.snarl.observe.pools;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Sites;
import dev.snarl.snapshot.Pool;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.SnarlExecutors;
import java.util.concurrent.SnarlPool;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the known executors from tick to tick: sizes, how long each has been saturated or stuck,
 * what its busy threads do. The observer's thread only.
 */
public final class PoolWatch {

  private static final long SECOND = 1_000_000_000L;
  private static final long PAUSE = SECOND / 5;
  private static final long UNSEEN = 2 * SECOND;
  private static final Thread[] NONE = {};

  private final KnownExecutors executors;
  private final @Nullable Instrumentation instrumentation;
  private final QueuedTasks tasks = new QueuedTasks();
  private final TaskTraces traces;
  private final Samples samples;
  private final IdentityHashMap<Thread, Known> workers = new IdentityHashMap<>();
  private final Object[] first = new Object[1];
  private final Object[] timed = new Object[1_024];
  private long lastTick = System.nanoTime();
  private boolean busy;

  /** Whether no such task was submitted for a while after the last look. */
  private boolean quiet;

  public PoolWatch(
      KnownExecutors executors, Sites sites, @Nullable Instrumentation instrumentation) {
    this.executors = executors;
    this.traces = new TaskTraces(executors);
    this.samples = new Samples(sites);
    this.instrumentation = instrumentation;
  }

  /** How its busy threads are sampled. */
  public Samples samples() {
    return samples;
  }

  public QueuedTasks tasks() {
    return tasks;
  }

  public TaskTraces traces() {
    return traces;
  }

  public void forEach(Consumer<Known> each) {
    executors.all.keySet().forEach(each);
  }

  public @Nullable Known poolOf(Thread thread) {
    return workers.get(thread);
  }

  /** Whether the last tick saw a task run or wait. */
  public boolean busy() {
    return busy;
  }

  /**
   * Whether a pool was fed since, for which it matters who does, or more tasks were submitted to
   * one than can all be timed.
   */
  public boolean stirs() {
    long now = System.nanoTime();
    for (Known known : executors.all.keySet()) {
      boolean fed = known.fed.get() != known.notes.fed;
      if (known.chosen > TaskTimes.FEW || (fed && known.watched(now))) {
        return true;
      }
    }
    quiet = true;
    return false;
  }

  public void tick(Looks looks, long now) {
    busy = false;
    boolean watched = false;
    List<Known> busyPools = new ArrayList<>();
    for (Known known : executors.all.keySet()) {
      Object executor = known.get();
      if (executor == null || PoolTypes.of(executor).kind(executor) == null) {
        forget(known);
        continue;
      }
      look(known, executor, now);
      watched |= known.watched(now);
      PoolNotes notes = known.notes;
      if (notes.size == 0 && ended(known, executor)) {
        forget(known);
      } else if (notes.active > 0) {
        busyPools.add(known);
      }
    }
    lastTick = now;
    quiet = false;
    SnarlExecutors.watchFeeders = watched;
    samples.take(busyPools, looks, now);
  }

  /** Jetty's pool looks the same before its start as after its end. */
  private static boolean ended(Known known, Object executor) {
    boolean began = known.stopping || known.fedByOther || known.fed.get() > 0;
    return began && PoolTypes.of(executor).shutdown(executor);
  }

  private void forget(Known known) {
    executors.all.remove(known);
    replace(known, known.notes.threads, NONE);
    known.notes.letGo(); // slots and call sites may still name it, and a thread names its loader
    SnarlPool.forget(known);
    traces.forget(known);
    if (known.build != null && known.fed.get() > 0 && !known.fedByOther) {
      known.build.perCall.incrementAndGet();
    }
  }

  private void look(Known known, Object executor, long now) {
    PoolNotes notes = known.notes;
    long before = notes.completed;
    int activeBefore = notes.active;
    Thread[] threadsBefore = notes.threads;
    if (notes.progressAt == 0 && now - known.builtAt > UNSEEN) {
      known.fedByOther = true; // who built it may have come back before anybody looked
    }
    PoolTypes.of(executor).look(executor, notes);
    if (!PoolTypes.of(executor).counts()) {
      notes.completed = Math.max(notes.completed, known.times.runs());
    }
    if (!same(threadsBefore, notes.threads)) {
      replace(known, threadsBefore, notes.threads);
    }
    int length = PoolTypes.of(executor).length(executor);
    busy |= notes.active > 0 || (length > 0 && !scheduled(executor));
    boolean waits =
        PoolTypes.of(executor) instanceof Limiter limiter
            ? follow(limiter, executor, notes, length, now)
            : oldest(executor, notes, length, now);
    if (notes.completed != before || notes.active != activeBefore || notes.progressAt == 0) {
      notes.progressAt = now;
    }
    boolean saturated =
        notes.size > 0
            && waits
            && notes.active >= notes.size
            && !PoolTypes.of(executor).canGrow(executor, notes.size);
    notes.saturatedSince = !saturated ? 0 : notes.saturatedSince == 0 ? now : notes.saturatedSince;
    comeBack(known, now); // asks how long it was idle, up to now
    notes.empty = notes.active == 0 && length == 0;
    boolean idle = notes.empty && notes.completed == before;
    notes.idleSince = !idle ? 0 : notes.idleSince == 0 ? now : notes.idleSince;
    measure(notes, now);
    time(known, executor, length, now);
  }

  /** Whether who built the executor has come back to it after it had nothing to do. */
  private void comeBack(Known known, long now) {
    PoolNotes notes = known.notes;
    int fed = known.fed.get();
    if (fed != notes.fed) {
      boolean idle = notes.idleSince != 0 && now - notes.idleSince >= PAUSE;
      if (notes.fed > 0 && (idle || (notes.empty && quiet))) {
        known.cameBack();
      }
      notes.fed = fed;
    }
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

  /** Whether a task waits in front of a pool. */
  private static boolean follow(
      Limiter limiter, Object executor, PoolNotes notes, int length, long now) {
    if (length > 0 && notes.waitingTasks == null) {
      notes.waitingTasks = new WaitingTasks();
    }
    if (notes.waitingTasks != null && !limiter.repeated) {
      notes.waitingTasks.look(limiter, executor, notes, now);
    }
    return length > 0;
  }

  private static boolean scheduled(Object executor) {
    return PoolTypes.of(executor).kind(executor) == Pool.Kind.SCHEDULED;
  }

  /** Whether a task waits: what is in the queue of a scheduler need not be due. */
  private boolean oldest(Object executor, PoolNotes notes, int length, long now) {
    Object oldest = null;
    if (length > 0 && PoolTypes.of(executor).copyTasks(executor, first) > 0) {
      oldest = first[0];
    }
    first[0] = null;
    boolean scheduled = scheduled(executor);
    long due = scheduled && oldest != null ? PoolTypes.of(executor).due(oldest, now) : now;
    boolean another = notes.oldestTask(oldest);
    if (scheduled) {
      notes.oldestSince = due - now < 0 ? due : now;
    } else if (another) {
      notes.oldestSince = now;
    }
    return length > 0 && (!scheduled || due - now < 0);
  }

  private void time(Known known, Object executor, int length, long now) {
    long elapsed = now - lastTick;
    long perSecond = known.times.adjust(known, known.notes.completed, length, elapsed);
    traces.follow(known, executor, (double) perSecond, elapsed / (double) SECOND);
    int waiting = known.queued.older(now - SECOND, timed);
    // Of a longer queue only a part can be seen: what is missing there may be further back.
    boolean allWait = true;
    if (waiting == 0 || length < 0 || length >= tasks.all().length) {
      known.times.nothingWaits();
    } else {
      int queued = tasks.copy(executor);
      allWait = known.times.sweep(known, timed, waiting, tasks.all(), queued);
      tasks.clear(queued);
    }
    // A scheduled task is not late before it is due.
    boolean timedFirst = waiting > 0 && length > 0 && allWait && !scheduled(executor);
    known.notes.waitingSince = timedFirst ? known.queued.oldest : now;
    Arrays.fill(timed, 0, waiting, null);
  }

  /** A shallow sample of what a queued task holds, every few seconds. */
  private void measure(PoolNotes notes, long now) {
    Object task = notes.oldestTask();
    if (task != null && instrumentation != null && now - notes.measuredAt > 5 * SECOND) {
      notes.measuredAt = now;
      notes.taskBytes = TaskSize.of(task, instrumentation);
    }
  }
}
