package dev.snarl.observe.ends;

import dev.snarl.observe.code.Subclasses;
import dev.snarl.observe.code.TaskCodes;
import dev.snarl.observe.code.ThreadWork;
import dev.snarl.observe.ends.StillToCome.Awaited;
import dev.snarl.observe.ends.StillToCome.Ends;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook.Seen;
import dev.snarl.observe.waits.Blockers;
import dev.snarl.observe.waits.LikelyWaits;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who likely ends a wait at a latch, for a future, a permit or a phaser: a thread that waits
 * itself, without time-out, and whose code does it after the line where it is. No field says so. Or
 * that nobody arrives any more at a barrier or phaser where parties wait, or that all who give back
 * a permit wait for one. Silent while any other thread, or a task in a queue, may do it, or may
 * call what is not known: where a wait is old, the stacks of all threads are read, if those are not
 * many. The observer's thread only.
 */
public final class LaterEnders {
  private static final long PAUSE = 25 * Tick.NANOS;
  private static final long LONGEST = 16 * PAUSE;
  private static final long PATIENCE = 20 * Tick.NANOS;
  private static final long OLD = 25 * Tick.NANOS;
  private static final int LOOKS = 16;
  private static final Thread[] NONE = {};

  private final Sites sites;
  private final AllTasks tasks;
  private final Subclasses subclasses;
  private final StillToCome code;
  private final Predicate<Consumer<Thread>> virtual;
  private final IdentityHashMap<Thread, LaterWait> waiting = new IdentityHashMap<>();

  /** During a look: who ends the waits at a thing, by the class of who waits. */
  private final IdentityHashMap<Object, Map<Class<?>, Optional<List<Thread>>>> asked =
      new IdentityHashMap<>();

  private @Nullable AllStacks stacks;

  /** Whether a class file has to be read first. */
  private boolean unread;

  private long pause = PAUSE;
  private long lookedAt;

  /**
   * For the waits of one JVM.
   *
   * @param codes of its tasks, with subclasses
   * @param virtual tells its argument all virtual threads; returns false if some were left out
   */
  public LaterEnders(
      Sites sites,
      KnownExecutors executors,
      QueuedTasks tasks,
      TaskCodes codes,
      Predicate<Consumer<Thread>> virtual) {
    this.sites = sites;
    this.tasks = new AllTasks(executors, tasks);
    this.subclasses = codes.subclasses();
    this.code = new StillToCome(sites, codes);
    this.virtual = virtual;
  }

  /**
   * Looks who waits.
   *
   * @param all the platform threads
   */
  public void tick(Looks looks, Thread[] all, long now) {
    if (stacks != null && stacks.complete()) {
      unread = false;
      boolean found = judge(stacks);
      if (!unread || now - lookedAt >= PATIENCE) {
        stacks = null;
        pause = found ? PAUSE : Math.min(2 * pause, LONGEST);
      }
    }
    if (now - lookedAt < pause) {
      return;
    }
    lookedAt = now;
    Thread[] readable = AllStacks.readable(all, virtual);
    waiting.values().removeIf(each -> readable.length == 0 || !each.goesOn());
    for (Thread thread : readable) {
      Object blocker = Blockers.untimed(thread) ? LockSupport.getBlocker(thread) : null;
      if (blocker != null && !(thread instanceof AgentThread) && LaterWait.may(blocker)) {
        waiting.computeIfAbsent(thread, key -> new LaterWait(key, blocker, now));
      }
    }
    waiting.values().stream()
        .filter(each -> each.seen == null && !each.mayBeEnded())
        .limit(LOOKS)
        .forEach(each -> looks.atAny(each.thread, seen -> each.seen = each.goesOn() ? seen : null));
    boolean old =
        waiting.values().stream().anyMatch(each -> now - each.since >= OLD && each.mayBeEnded());
    stacks = old ? new AllStacks(looks, readable) : null;
    pause = old ? pause : PAUSE;
  }

  /** Returns whether it found any. */
  private boolean judge(AllStacks all) {
    Class<?> near = all.near();
    asked.clear();
    boolean found = false;
    for (LaterWait each : waiting.values()) {
      if (each.mayBeEnded()) {
        List<Thread> enders = near == null ? null : enders(each, all, near);
        found |= enders != null && (each.meets() || each.givesBack || !enders.isEmpty());
        each.found(enders, all.of(each.thread));
      }
    }
    asked.clear();
    subclasses.forget();
    return found;
  }

  /** Of all threads that wait for one thing in the same code it is asked once. */
  private @Nullable List<Thread> enders(LaterWait wait, AllStacks all, Class<?> near) {
    Awaited awaited = wait.awaited();
    if (awaited == null) {
      return null;
    }
    wait.givesBack = wait.forPermit() && givesBack(all.of(wait.thread), awaited, near);
    Class<?> by = awaited.work() == null ? near : awaited.work().getClass();
    Map<Class<?>, Optional<List<Thread>>> known =
        asked.computeIfAbsent(awaited.at(), key -> new HashMap<>());
    Optional<List<Thread>> enders = known.get(by);
    if (enders == null) {
      boolean may = wait.meets() || wait.givesBack || mayBeBy(awaited, all, near);
      enders = Optional.ofNullable(may ? enders(awaited, all, near) : null);
      known.put(by, enders);
    }
    return enders.orElse(null);
  }

  private boolean givesBack(@Nullable Seen seen, Awaited awaited, Class<?> near) {
    Ends ends = seen == null ? Ends.NO : code.directly(seen, near(seen.thread, near), awaited);
    unread |= ends == Ends.UNREAD;
    return ends == Ends.YES;
  }

  /** Null where that is not clear. */
  @SuppressWarnings("ReferenceEquality") // it is an identity
  private @Nullable List<Thread> enders(Awaited awaited, AllStacks all, Class<?> near) {
    if (!subclasses.looked()) {
      subclasses.look();
    }
    List<Thread> enders = new ArrayList<>();
    for (Map.Entry<Thread, Seen> each : all.all()) {
      Thread thread = each.getKey();
      if (waitsFor(thread, awaited.at())) {
        continue;
      }
      if (Blockers.shared(LockSupport.getBlocker(thread)) == awaited.at()) {
        return null; // with a time-out, which breaks a barrier for all
      }
      Ends ends = code.at(each.getValue(), near(thread, near), awaited);
      unread |= ends == Ends.UNREAD;
      if (ends == Ends.UNREAD || ends == Ends.UNCLEAR) {
        return null;
      }
      if (ends == Ends.YES) {
        enders.add(thread);
      }
    }
    boolean others = subclasses.commanded() || !all.haveAll(virtual);
    return others || queued(awaited, all) ? null : enders;
  }

  /** Whether a task in a queue may end it, or what is called at the end of the JVM or a thread. */
  private boolean queued(Awaited awaited, AllStacks all) {
    List<Object> later = Endings.of(all);
    tasks.each(NONE, List.of(), (task, thread, pool) -> later.add(task));
    for (Object task : later) {
      Ends ends = code.queued(task, awaited);
      unread |= ends == Ends.UNREAD;
      if (ends != Ends.NO) {
        return true;
      }
    }
    return false;
  }

  private static Class<?> near(Thread thread, Class<?> other) {
    Object work = ThreadWork.of(thread);
    return work == null ? other : work.getClass();
  }

  /** Whether a thread that waits without time-out does it in a method that it is in. */
  private boolean mayBeBy(Awaited awaited, AllStacks all, Class<?> near) {
    for (Map.Entry<Thread, Seen> each : all.all()) {
      Thread thread = each.getKey();
      Seen seen = each.getValue();
      if (seen.state == Thread.State.WAITING && !waitsFor(thread, awaited.at())) {
        Ends ends = code.directly(seen, near(thread, near), awaited);
        unread |= ends == Ends.UNREAD;
        if (ends == Ends.YES) {
          return true;
        }
      }
    }
    return false;
  }

  @SuppressWarnings("ReferenceEquality") // it is an identity
  private boolean waitsFor(Thread thread, Object at) {
    LaterWait wait = waiting.get(thread);
    return wait != null && wait.at() == at;
  }

  /** Adds what is likely of threads of which nothing is known. */
  public void addTo(List<Wait> records, Threads threads, long now) {
    LikelyWaits likely = new LikelyWaits(records, threads, now);
    for (LaterWait each : waiting.values()) {
      Seen look = each.seen;
      List<Thread> enders = each.enders();
      if (look == null || (enders.isEmpty() && !each.nobody()) || !each.goesOn()) {
        continue;
      }
      Site site = sites.in(look.stack);
      Request request = sites.request(look);
      if (enders.isEmpty()) {
        likely.add(each.thread, site, each.type(), each.since, each.gone(), request);
      } else {
        likely.addHeld(each.thread, site, each.type(), each.since, Need.How.LATER, enders, request);
      }
    }
  }
}
