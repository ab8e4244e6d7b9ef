package dev.snarl.observe.ends;

import dev.snarl.observe.code.LaterCalls;
import dev.snarl.observe.code.LaterCalls.Skipped;
import dev.snarl.observe.code.LineCalls;
import dev.snarl.observe.code.Receivers;
import dev.snarl.observe.code.Receivers.Receiver;
import dev.snarl.observe.code.Rest;
import dev.snarl.observe.code.TaskCodes;
import dev.snarl.observe.code.TaskContents;
import dev.snarl.observe.code.ThreadWork;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook.Seen;
import dev.snarl.observe.waits.LikelyWaits;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who likely keeps the permits of a semaphore, or the stamps of a {@code StampedLock}, for which
 * threads wait: a thread that waits for such itself, and whose method acquired some before the line
 * where it is, and releases them after it. No field says so. Silent while any other thread, or a
 * task in a queue, may release any: where there is such a thread, the stacks of all are read once
 * in five seconds, if those are not many. The observer's thread only.
 */
public final class PermitHolders {
  private static final long PAUSE = 25 * Tick.NANOS;
  private static final long PATIENCE = 20 * Tick.NANOS;
  private static final int LOOKS = 16;
  private static final String SEMAPHORE = "java.util.concurrent.Semaphore";
  private static final String STAMPED = "java.util.concurrent.locks.StampedLock";

  /** A thread that waits for permits or a stamp without time-out. */
  private static final class Waiting {
    final Thread thread;
    final Object sync;
    final long since;

    /** Who keeps some of it. */
    List<Thread> holders = List.of();

    @Nullable Seen seen;

    /** Of what it keeps some itself; null until its code was read. */
    @Nullable List<Object> keeps;

    Waiting(Thread thread, Object sync, long since) {
      this.thread = thread;
      this.sync = sync;
      this.since = since;
    }

    @SuppressWarnings("ReferenceEquality") // it is an identity
    boolean goesOn() {
      return LockSupport.getBlocker(thread) == sync;
    }

    /** Whether it is where it was seen before; else what it keeps is to be read again. */
    boolean same(Seen now) {
      boolean same = seen != null && Arrays.equals(seen.stack, now.stack);
      keeps = same ? keeps : null;
      seen = now;
      return same;
    }

    boolean stamps() {
      return sync.getClass().getName().equals(STAMPED);
    }

    boolean keeps(Object other) {
      return keeps != null && keeps.stream().anyMatch(each -> each == other);
    }
  }

  private final Sites sites;
  private final Holders queues;
  private final TaskCodes codes;
  private final VirtualCode virtual;
  private final LineCalls<List<Skipped>> releases = new LineCalls<>(LaterCalls::kept, List.of());
  private final Receivers receivers = new Receivers();
  private final IdentityHashMap<Thread, Waiting> waiting = new IdentityHashMap<>();
  private @Nullable AllStacks stacks;

  /** Whether a class file has to be read first. */
  private boolean unread;

  private long lookedAt;

  /**
   * For the permits of one JVM.
   *
   * @param virtual tells its argument all virtual threads; returns false if some were left out
   */
  public PermitHolders(
      Sites sites,
      KnownExecutors executors,
      QueuedTasks tasks,
      TaskContents contents,
      Predicate<Consumer<Thread>> virtual) {
    this.sites = sites;
    this.codes = contents.codes;
    this.virtual = new VirtualCode(virtual, codes);
    this.queues =
        new Holders(executors, tasks, contents, each -> true); // only queues are asked for
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
      if (blocker != null && keepable(blocker)) {
        waiting.computeIfAbsent(thread, key -> new Waiting(key, blocker, now));
      }
    }
    waiting.values().stream()
        .filter(each -> each.seen == null)
        .limit(LOOKS)
        .forEach(each -> looks.at(each.thread, seen -> each.seen = each.goesOn() ? seen : null));
    waiting.values().forEach(this::read);
    boolean some = AllStacks.few(all) && waiting.values().stream().anyMatch(this::wanted);
    stacks = some ? new AllStacks(looks, all) : null;
    if (!some) {
      waiting.values().forEach(each -> each.holders = List.of());
    }
  }

  /** Whether threads that are parked at this wait for permits or a stamp. */
  static boolean keepable(@Nullable Object blocker) {
    String type = blocker == null ? "" : blocker.getClass().getName();
    return type.startsWith(SEMAPHORE + '$') || type.equals(STAMPED);
  }

  /** Whether it keeps what one waits for. */
  private boolean wanted(Waiting keeper) {
    return keeper.keeps != null && keeper.keeps.stream().anyMatch(this::waitedFor);
  }

  private void read(Waiting each) {
    Seen look = each.seen;
    if (each.keeps == null && look != null) {
      Object work = ThreadWork.of(each.thread);
      each.keeps = work == null ? List.of() : kept(work, List.of(look.stack));
    }
  }

  @SuppressWarnings("ReferenceEquality") // it is an identity
  private boolean waitedFor(Object sync) {
    return waiting.values().stream().anyMatch(each -> each.sync == sync);
  }

  /** The methods that give back what they wait for. */
  private Set<String> releases() {
    Set<String> names = new HashSet<>();
    for (Waiting each : waiting.values()) {
      names.addAll(each.stamps() ? LaterCalls.UNLOCKS : LaterCalls.RELEASES);
    }
    return names;
  }

  /** Returns false where somebody else may release some, or that is not known. */
  private boolean judge(AllStacks all) {
    if (queues.any(this::waitedFor, all.timers(), thread -> false)) {
      return false;
    }
    Set<String> releases = releases();
    List<Rest> ofVirtual = virtual.all();
    unread = ofVirtual == null;
    if (ofVirtual == null || ofVirtual.stream().anyMatch(rest -> mayRelease(rest, releases))) {
      return false;
    }
    Class<?> near = all.near();
    for (Map.Entry<Thread, Seen> each : all.all()) {
      Waiting waits = waiting.get(each.getKey());
      if (waits != null && !waits.same(each.getValue())) {
        return false;
      }
      if (waits != null) {
        continue;
      }
      Rest rest = Rest.of(each.getValue(), codes, near);
      if (rest == null) {
        unread = true;
        return false;
      }
      if (mayRelease(rest, releases)) {
        return false;
      }
    }
    for (Waiting each : waiting.values()) {
      each.holders = holders(each);
    }
    return true;
  }

  private static boolean mayRelease(Rest rest, Set<String> releases) {
    return !Collections.disjoint(rest.code().calls().keySet(), releases) || rest.mayEndAny();
  }

  /**
   * Who keeps some of it. Of one semaphore, others that take it later may know who gives permits:
   * at least two must keep some while they wait for more.
   */
  @SuppressWarnings("ReferenceEquality") // they are identities
  private List<Thread> holders(Waiting waiter) {
    List<Thread> holders = new ArrayList<>();
    int same = 0;
    for (Waiting each : waiting.values()) {
      if (each.keeps(waiter.sync)) {
        holders.add(each.thread);
        same += each.sync == waiter.sync ? 1 : 0;
      }
    }
    return same == 1 && !waiter.stamps() ? List.of() : holders;
  }

  /** Of what it keeps some, as far as that is clear; null where a class file is to be read. */
  private @Nullable List<Object> kept(Object work, List<StackTraceElement> stack) {
    List<Object> kept = new ArrayList<>();
    for (int i = 1; i < stack.size(); i++) {
      if (!Sites.jdk(stack.get(i).getClassName())) {
        List<Skipped> found = releases.at(work.getClass(), stack, i);
        if (found == null) {
          return null;
        }
        for (Skipped release : found) {
          Receiver on = receivers.of(work, stack, i, release);
          if (receivers.unread()) {
            return null;
          }
          Object sync = on == null ? null : Receivers.parkedAt(on.object(), release.type());
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
        String type = each.stamps() ? STAMPED : SEMAPHORE;
        Site site = sites.in(look.stack);
        Request request = sites.request(look);
        likely.addHeld(each.thread, site, type, each.since, Need.How.KEPT, each.holders, request);
      }
    }
  }
}
