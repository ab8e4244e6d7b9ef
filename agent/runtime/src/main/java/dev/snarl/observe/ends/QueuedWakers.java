package dev.snarl.observe.ends;

import dev.snarl.observe.code.Arrivals;
import dev.snarl.observe.code.Rest;
import dev.snarl.observe.code.TaskCode;
import dev.snarl.observe.code.TaskContents;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.locks.JdkLocks;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.PoolNotes;
import dev.snarl.observe.pools.PoolTypes;
import dev.snarl.observe.pools.QueuedTasks;
import dev.snarl.observe.sites.Idle;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.waits.Blockers;
import dev.snarl.observe.waits.LikelyWaits;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.wakes.EndedWaits;
import dev.snarl.observe.wakes.Wakers;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Odds;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where pools stand still, looks for what their threads wait for in the tasks of their queues: a
 * task that holds the latch, the permits, the queue or the future for which a thread waits will
 * likely end that wait, unless it is one of the same kind as those that wait, as behind a start
 * gate. So will a task of that kind that counts the latch down, and as many as parties have yet to
 * arrive at a barrier or phaser. So will a task of the queue where tasks of another kind in the
 * same pool ended such waits before. The longer nothing changes, the less often it looks. The
 * observer's thread only.
 */
public final class QueuedWakers {
  private static final long STANDS_STILL = 5 * Tick.NANOS;
  private static final int TASKS = 1_000;

  /** Its waiters cannot be distinguished from those that wait for a leaked permit. */
  private static final String SEMAPHORE = "java.util.concurrent.Semaphore$";

  private static final int LOOKS_EACH_TICK = 8;
  private static final long LONGEST_PAUSE = 5_000_000_000L;

  /** A thread of such a pool, and what it waits for. */
  private static final class Parked {
    final Thread thread;
    final Object blocker;
    final long queue;
    final long since;

    /** The tasks that hold it, at the last look. */
    private HeldInQueue queued = HeldInQueue.NONE;

    /** Whether one of them is another than the thread runs, or they are all that it waits for. */
    private boolean wakes;

    /** The methods on its stack, and their classes. */
    private Set<String> code = Set.of();

    /** How often workers of the pool ended such a wait; null if that is not clear. */
    private @Nullable Odds odds;

    /** Null until its stack was read. */
    @Nullable Site site;

    private @Nullable Request request;

    Parked(Thread thread, Object blocker, long queue, long since) {
      this.thread = thread;
      this.blocker = blocker;
      this.queue = queue;
      this.since = since;
    }

    void heldBy(HeldInQueue found) {
      if (!found.same(queued)) {
        queued = found;
        site = null;
      }
    }

    @SuppressWarnings("ReferenceEquality") // its equals may be the application's
    boolean goesOn() {
      return Blockers.waitedFor(thread) == blocker;
    }

    void seen(ThreadLook.Seen seen, Sites sites, EndedWaits ended) {
      StackTraceElement[] stack = seen.stack;
      Site at = sites.in(stack);
      request = sites.request(seen);
      boolean other = Idle.is(stack) || blocker.getClass().getName().startsWith(SEMAPHORE);
      odds = other ? null : ended.byPool(queue, stack, at, blocker);
      site = at;
      code = new HashSet<>();
      for (StackTraceElement frame : stack) {
        code.add(frame.getClassName());
        code.add(frame.getClassName() + '.' + frame.getMethodName());
      }
      wakes = queued.wakes(code);
    }

    /** Whether the rest of a thread's code ends such waits itself, as no task of the pool does. */
    private boolean mayEndBy(Rest rest) {
      return rest.calls(
          TaskCode.surelyEnds(blocker), method -> code.contains(method) || queued.has(method));
    }

    void addTo(LikelyWaits likely, CodeToCome toCome) {
      Site at = site;
      boolean ends = wakes && toCome.none(this::mayEndBy);
      if (at != null && (ends || odds != null) && goesOn()) {
        String type = Blockers.type(blocker);
        Need need = new Need.Queued(type, queue, Certainty.LIKELY, ends ? null : odds);
        likely.add(thread, at, type, since, need, request);
      }
    }
  }

  /** When the queue of a pool was looked at, and when that is due again. */
  private record Look(long standsStillSince, long at, long pause) {}

  private final KnownExecutors executors;
  private final Sites sites;
  private final QueuedTasks tasks;
  private final EndedWaits ended;
  private final CodeToCome toCome;
  private final TaskContents contents;
  private final Arrivals arrivals;
  private final IdentityHashMap<Thread, Parked> parked = new IdentityHashMap<>();
  private Map<Long, Look> looks = new HashMap<>();
  private long sweptAt;

  /** By what they are parked on, of this tick. */
  private @Nullable IdentityHashMap<Object, List<Thread>> waiters;

  /**
   * For the pools of one JVM.
   *
   * @param toCome what threads may still do
   */
  public QueuedWakers(
      KnownExecutors executors,
      Sites sites,
      QueuedTasks tasks,
      TaskContents contents,
      Wakers wakers,
      CodeToCome toCome) {
    this.executors = executors;
    this.sites = sites;
    this.tasks = tasks;
    this.contents = contents;
    this.arrivals = new Arrivals(contents.codes);
    this.ended = wakers.ended();
    this.toCome = toCome;
  }

  public void tick(Looks asked, long now) {
    if (now - sweptAt >= STANDS_STILL) {
      sweptAt = now;
      parked.values().removeIf(each -> !each.goesOn());
    }
    Map<Long, Look> before = looks;
    looks = new HashMap<>();
    IdentityHashMap<Known, Object> still = new IdentityHashMap<>();
    for (Known known : executors.all.keySet()) {
      Object pool = known.get();
      if (pool != null && standsStill(known.notes, now) && !carriers(pool)) {
        still.put(known, pool);
      }
    }
    waiters = null;
    for (Map.Entry<Known, Object> each : still.entrySet()) {
      Known known = each.getKey();
      looks.put(known.id, look(each.getValue(), known, still.keySet(), before.get(known.id), now));
    }
    int budget = LOOKS_EACH_TICK;
    for (Parked each : parked.values()) {
      if (each.wakes) {
        toCome.want();
      }
      if (each.site == null && budget-- > 0) {
        asked.at(
            each.thread,
            seen -> {
              if (each.goesOn() && seen.stack.length > 0) {
                each.seen(seen, sites, ended);
              }
            });
      }
    }
  }

  private static boolean standsStill(PoolNotes notes, long now) {
    return notes.size > 0 && notes.active >= notes.size && now - notes.progressAt >= STANDS_STILL;
  }

  /** They are parked for whom they carry. */
  private static boolean carriers(Object pool) {
    return PoolTypes.of(pool).kind(pool) == Pool.Kind.CARRIERS;
  }

  private Look look(Object pool, Known known, Set<Known> still, @Nullable Look last, long now) {
    long since = known.notes.progressAt;
    if (last == null || last.standsStillSince != since) {
      look(pool, known, still, now);
      return new Look(since, now, STANDS_STILL);
    }
    if (now - last.at < last.pause) {
      return last;
    }
    look(pool, known, still, now);
    return new Look(since, now, Math.min(2 * last.pause, LONGEST_PAUSE));
  }

  /** Of its queue, for the threads of all pools that stand still: they may wait for each other. */
  private void look(Object pool, Known known, Set<Known> still, long now) {
    IdentityHashMap<Object, List<Thread>> waiters = waiters(still);
    Set<Thread> own = Collections.newSetFromMap(new IdentityHashMap<>());
    Collections.addAll(own, known.notes.threads);
    IdentityHashMap<Object, HeldInQueue> queued = new IdentityHashMap<>();
    int copied = waiters.isEmpty() ? 0 : tasks.copy(pool);
    for (int i = 0; i < Math.min(copied, TASKS); i++) {
      Object task = tasks.all()[i];
      contents.find(
          task,
          waiters::containsKey,
          (blocker, kind, whole, code) ->
              queued
                  .computeIfAbsent(blocker, key -> new HeldInQueue())
                  .add(task, kind, whole, arrivals));
    }
    queued.forEach(
        (blocker, held) ->
            held.end(copied <= TASKS, waiters.getOrDefault(blocker, List.of()).size()));
    tasks.clear(copied);
    boolean all = copied > 0 && ended.any(known.id);
    parked
        .values()
        .removeIf(
            each ->
                each.queue == known.id
                    && !(all && own.contains(each.thread))
                    && !queued.containsKey(each.blocker));
    waiters.forEach(
        (blocker, threads) -> {
          HeldInQueue found = queued.getOrDefault(blocker, HeldInQueue.NONE);
          for (Thread thread : threads) {
            if (found != HeldInQueue.NONE || (all && own.contains(thread))) {
              found(thread, blocker, known.id, found, now);
            }
          }
        });
  }

  /** Looked for once a tick. */
  private IdentityHashMap<Object, List<Thread>> waiters(Set<Known> still) {
    IdentityHashMap<Object, List<Thread>> found = waiters;
    if (found == null) {
      found = new IdentityHashMap<>();
      for (Known known : still) {
        for (Thread thread : known.notes.threads) {
          Object blocker = Blockers.waitedFor(thread);
          if (blocker != null && !JdkLocks.owned(blocker)) {
            found.computeIfAbsent(blocker, key -> new ArrayList<>()).add(thread);
          }
        }
      }
      waiters = found;
    }
    return found;
  }

  /** What one queue holds for a thread is enough. */
  @SuppressWarnings("ReferenceEquality") // its equals may be the application's
  private void found(Thread thread, Object blocker, long queue, HeldInQueue queued, long now) {
    Parked each = parked.get(thread);
    if (each != null && each.blocker == blocker && each.queue != queue && each.queued.any()) {
      return;
    }
    if (each == null || each.blocker != blocker || each.queue != queue) {
      each = new Parked(thread, blocker, queue, now);
      parked.put(thread, each);
    }
    each.heldBy(queued);
  }

  /** Adds what is likely of threads of which nothing is known. */
  public void addTo(List<Wait> records, Threads threads, long now) {
    LikelyWaits likely = new LikelyWaits(records, threads, now);
    parked.values().forEach(each -> each.addTo(likely, toCome));
  }
}
