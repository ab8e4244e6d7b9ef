package dev.snarl.observe.wakes;

import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.locks.LockWait;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.PoolNotes;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.wakes.WakesAt.Usual;
import dev.snarl.snapshot.Giver.Taker;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.SnarlWake;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Who gives something to do to those that usually end waits, and to those who give to them: a
 * thread that puts a message into the queue of an event loop, or a task into that of a pool, wakes
 * one that waits for it. A few takers are armed at each tick, in turn, and well known ones less
 * often. The observer's thread only.
 */
final class Givers {
  private static final int TAKERS = 16;
  private static final int EACH_TICK = 4;
  private static final int ARMED = 32;
  private static final int TURNS_OF_REST = 5;
  private static final long KEPT = 30_000_000_000L;
  private static final long LONGEST = 10_000_000_000L;

  private static final class Given {
    final WakesAt by = new WakesAt();
    WeakReference<Thread> thread = new WeakReference<>(null);
    @Nullable Known pool;
    long wanted;
    int rest;
  }

  private record Armed(SnarlWake wake, Given given, long since) {}

  private final PoolWatch pools;
  private final Names names;
  private final Map<Taker, Given> takers = new LinkedHashMap<>();
  private final List<Armed> armed = new ArrayList<>();
  private int turn;

  Givers(PoolWatch pools, Names names) {
    this.pools = pools;
    this.names = names;
  }

  /** Asks for the givers of those. */
  void want(Usual usual, long now) {
    Thread thread = usual.thread();
    Known pool = usual.threads().isEmpty() ? null : pools.poolOf(usual.threads().get(0));
    if (thread != null) {
      want(new Taker(false, JdkCalls.id(thread)), thread, null, now);
    } else if (pool != null) {
      want(new Taker(true, pool.id), null, pool, now);
    }
  }

  private void want(Taker taker, @Nullable Thread thread, @Nullable Known pool, long now) {
    Given given = takers.get(taker);
    if (given == null && takers.size() < TAKERS) {
      given = new Given();
      takers.put(taker, given);
    }
    if (given != null) {
      given.thread = new WeakReference<>(thread);
      given.pool = pool;
      given.wanted = Math.max(given.wanted, now);
    }
  }

  void tick(long now) {
    armed.removeIf(each -> over(each, now));
    takers.values().removeIf(given -> now - given.wanted > KEPT);
    List<Given> all = List.copyOf(takers.values());
    all.forEach(given -> given.by.all().forEach(usual -> want(usual, given.wanted)));
    for (int i = 0; i < Math.min(EACH_TICK, all.size()) && armed.size() < ARMED; i++) {
      Given given = all.get(Math.floorMod(turn++, all.size()));
      if (!given.by.wellKnown() || given.rest++ % TURNS_OF_REST == 0) {
        arm(given.pool == null ? given.thread.get() : worker(given.pool.notes), given, now);
      }
    }
  }

  /** Unless {@link Wakers} may want to know who wakes it there. */
  private void arm(@Nullable Thread thread, Given given, long now) {
    if (thread != null && LockWait.waits(JdkCalls.state(thread)) && passes(thread)) {
      SnarlWake wake = new SnarlWake(thread);
      if (wake.arm()) {
        armed.add(new Armed(wake, given, now));
      }
    }
  }

  private static boolean passes(Thread thread) {
    return Wakers.passes(thread, LockSupport.getBlocker(thread));
  }

  /** One that has no task, in turn; where all have one, any: a task may be a loop. */
  private @Nullable Thread worker(PoolNotes pool) {
    int n = pool.threads.length;
    for (int i = 0; i < n; i++) {
      int at = Math.floorMod(turn + i, n);
      if (at >= pool.busy.length || !pool.busy[at]) {
        return pool.threads[at];
      }
    }
    return n == 0 ? null : pool.threads[Math.floorMod(turn, n)];
  }

  /** Whoever wakes it and puts nothing into a queue has given it nothing to do. */
  private boolean over(Armed each, long now) {
    Thread by = each.wake.waker();
    Throwable left = each.wake.stack();
    if (left == null && now - each.since < LONGEST && passes(each.wake.thread)) {
      return false;
    }
    each.wake.disarm();
    boolean woken = by != null && left != null && !(by instanceof AgentThread);
    if (woken && WakeStacks.puts(left.getStackTrace())) {
      Known pool = pools.poolOf(by);
      Waker waker = new Waker(pool == null ? null : pool.id, names.group(by.getName()), "");
      each.given.by.seen(waker, by, List.of(), "", now);
    }
    return true;
  }

  /** Calls it with each taker, and with who gives to it. */
  void forEach(BiConsumer<Taker, Usual> each) {
    takers.forEach((taker, given) -> given.by.all().forEach(usual -> each.accept(taker, usual)));
  }
}
