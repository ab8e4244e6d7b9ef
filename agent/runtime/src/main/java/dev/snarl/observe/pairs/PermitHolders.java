package dev.snarl.observe.pairs;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.pairs.LaterCalls.Skipped;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook.Seen;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Who likely keeps the permits for which threads wait, where threads wait for those of two
 * semaphores or more: a thread whose method acquired some before the line where it is, and releases
 * them after it. No field says so. Silent while any other thread, or a task in a queue, may release
 * any: the stacks of all threads are read once in five seconds, where those are not many. The
 * observer's thread only.
 */
public final class PermitHolders {
  private static final long PAUSE = 25 * Tick.NANOS;
  private static final long PATIENCE = 20 * Tick.NANOS;
  private static final String SEMAPHORE = "java.util.concurrent.Semaphore";

  /** A thread that waits for permits without time-out. */
  private static final class Waiting {
    final Thread thread;
    final Object sync;
    final long since;

    /** Who keeps permits of it. */
    List<Thread> holders = List.of();

    @Nullable Seen seen;

    Waiting(Thread thread, Object sync, long since) {
      this.thread = thread;
      this.sync = sync;
      this.since = since;
    }

    @SuppressWarnings("ReferenceEquality") // it is an identity
    boolean goesOn() {
      return LockSupport.getBlocker(thread) == sync;
    }
  }

  private final Sites sites;
  private final Holders queues;
  private final TaskCodes codes = new TaskCodes();
  private final LineCalls releases = new LineCalls(LaterCalls::kept);
  private final Receivers receivers = new Receivers();
  private final IdentityHashMap<Thread, Waiting> waiting = new IdentityHashMap<>();
  private @Nullable AllStacks stacks;

  /** Whether a class file has to be read first. */
  private boolean unread;

  private long lookedAt;

  public PermitHolders(Sites sites, KnownExecutors executors, QueuedTasks tasks) {
    this.sites = sites;
    this.queues = new Holders(executors, tasks, each -> true); // only queues are asked for
  }

  /**
   * Looks who waits.
   *
   * @param all the platform threads
   */
  public void tick(Looks looks, Thread[] all, long now) {
    if (stacks != null && stacks.complete()) {
      unread = false;
      boolean sure = judge(stacks);
      if (!unread || now - lookedAt >= PATIENCE) {
        stacks = null;
        waiting.values().forEach(each -> each.holders = sure ? each.holders : List.of());
      }
    }
    if (now - lookedAt < PAUSE) {
      return;
    }
    lookedAt = now;
    waiting.values().removeIf(each -> !each.goesOn());
    for (Thread thread : all) {
      Object blocker =
          JdkCalls.state(thread) == Thread.State.WAITING ? LockSupport.getBlocker(thread) : null;
      if (blocker != null && blocker.getClass().getName().startsWith(SEMAPHORE + '$')) {
        waiting.computeIfAbsent(thread, key -> new Waiting(key, blocker, now));
      }
    }
    boolean some = semaphores().size() > 1 && AllStacks.few(all);
    stacks = some ? new AllStacks(looks, all) : null;
    if (!some) {
      waiting.values().forEach(each -> each.holders = List.of());
    }
  }

  private Set<Object> semaphores() {
    Set<Object> semaphores = Collections.newSetFromMap(new IdentityHashMap<>());
    waiting.values().forEach(each -> semaphores.add(each.sync));
    return semaphores;
  }

  /** Returns false where somebody else may release permits, or that is not known. */
  private boolean judge(AllStacks all) {
    if (queues.queued(semaphores(), null)) {
      return false;
    }
    Class<?> near = null;
    for (Map.Entry<Thread, Seen> each : all.all()) {
      Object work = work(each.getKey());
      near = work == null ? near : work.getClass();
    }
    IdentityHashMap<Object, List<Thread>> holders = new IdentityHashMap<>();
    for (Map.Entry<Thread, Seen> each : all.all()) {
      List<StackTraceElement> stack = List.of(each.getValue().stack);
      if (WakeStacks.task(each.getValue().stack, sites).isEmpty()) {
        continue;
      }
      Object work = work(each.getKey());
      TaskCode rest =
          work != null
              ? codes.rest(work.getClass(), stack)
              : near == null ? null : codes.rest(near, stack);
      Waiting waits = waiting.get(each.getKey());
      if (rest != null && waits == null && rest.calls().containsKey("release")) {
        return false;
      }
      List<Object> kept = waits == null || work == null ? List.of() : kept(work, stack);
      if (rest == null || kept == null) {
        unread = true;
        return false;
      }
      if (waits != null) {
        waits.seen = each.getValue();
        for (Object sync : kept) {
          holders.computeIfAbsent(sync, key -> new ArrayList<>()).add(each.getKey());
        }
      }
    }
    for (Waiting each : waiting.values()) {
      each.holders =
          holders.getOrDefault(each.sync, List.of()).stream()
              .filter(holder -> !same(waiting.get(holder), each))
              .toList();
    }
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // it is an identity
  private static boolean same(@Nullable Waiting holder, Waiting waiter) {
    return holder == null || holder.sync == waiter.sync;
  }

  /** The task that the thread runs, where it is the application's. */
  private static @Nullable Object work(Thread thread) {
    SnarlSlot slot = SnarlProbe.slotOf(thread);
    Object timed = slot == null ? null : slot.timed();
    Object function = slot == null ? null : slot.function();
    Object target = SnarlPoolLens.target(thread);
    for (Object each : new Object[] {function, timed, target, thread}) {
      Object innermost = each == null ? null : TaskContents.innermost(each);
      if (innermost != null && innermost.getClass().getClassLoader() != null) {
        return innermost;
      }
    }
    return null;
  }

  /** Of what it keeps permits, as far as that is clear; null where a class file is to be read. */
  private @Nullable List<Object> kept(Object work, List<StackTraceElement> stack) {
    List<Object> kept = new ArrayList<>();
    for (int i = 1; i < stack.size(); i++) {
      if (!Sites.jdk(stack.get(i).getClassName())) {
        List<Skipped> found = releases.at(work.getClass(), stack, i);
        if (found == null) {
          return null;
        }
        for (Skipped release : found) {
          Object sync = Places.object(receivers.of(work, stack.get(i), release), "sync");
          if (sync != null) {
            kept.add(sync);
          }
        }
      }
    }
    return kept;
  }

  /** Adds what is likely of threads of which nothing is known. */
  public void addTo(List<Wait> records, Threads threads, long now) {
    LikelyWaits likely = new LikelyWaits(records, threads, now);
    for (Waiting each : waiting.values()) {
      Seen look = each.seen;
      if (!each.holders.isEmpty() && look != null && each.goesOn()) {
        Site site = sites.in(look.stack);
        likely.addHeld(each.thread, site, SEMAPHORE, each.since, each.holders, sites.request(look));
      }
    }
  }
}
