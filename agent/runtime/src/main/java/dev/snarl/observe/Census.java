package dev.snarl.observe;

import dev.snarl.observe.coroutines.BlockingCoroutines;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.locks.ClassInits;
import dev.snarl.observe.locks.JdkLocks;
import dev.snarl.observe.locks.LockWait;
import dev.snarl.observe.locks.LockWaits;
import dev.snarl.observe.locks.LockWatch;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.locks.PermitWatch;
import dev.snarl.observe.locks.ScopeJoin;
import dev.snarl.observe.pools.RiseWatch;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.slots.Waiting;
import dev.snarl.observe.tasks.LateTimers;
import dev.snarl.observe.virtuals.VirtualThreads;
import dev.snarl.observe.virtuals.VirtualWaits;
import dev.snarl.observe.waits.PoolEnds;
import dev.snarl.observe.waits.Resolver;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.waits.VirtualRings;
import dev.snarl.observe.wakes.Wakers;
import dev.snarl.snapshot.Crowds;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A pass over all platform threads, about once a second, by their states alone: a field of each,
 * and what it is parked on, another. That takes no look at a stack and stops nothing; of 10,000
 * threads a millisecond or two, so of 5,000 or more it is made less often. The observer's thread
 * only.
 */
final class Census {

  private static final long PAUSE = 5 * Tick.NANOS;
  private static final int THREADS_OF_A_PAUSE = 2_500;

  /** Waits at locks are looked for more often, since a deadlock is urgent, where that is cheap. */
  private static final long LOCK_PAUSE = 2 * Tick.NANOS - Tick.NANOS / 2;

  private static final int FEW_THREADS = 1_000;

  /** Reading the states of this many threads takes microseconds. */
  private static final int VERY_FEW_THREADS = 200;

  private static final long LONGEST = 5;

  private final LockWatch locks;
  private final Monitors monitors = new Monitors();
  private final PoolEnds poolEnds;
  private final LockWaits waits;
  private final VirtualThreads virtualThreads = new VirtualThreads();
  private final VirtualWaits virtualWaits;
  private final VirtualRings rings = new VirtualRings();
  private final Recorder recorder;
  private final PermitWatch permits;
  private final BlockingCoroutines coroutines;
  private final ClassInits inits;
  private final RiseWatch rises = new RiseWatch();
  private final LateTimers timers;
  private final Wakers wakers;
  private long lastPass;
  private long nextPass;
  private long lastLockPass;
  private int seen;
  private boolean counting;

  Census(
      Recorder recorder,
      LateTimers timers,
      BlockingCoroutines coroutines,
      Wakers wakers,
      Function<String, @Nullable String> commands) {
    this.recorder = recorder;
    this.locks = new LockWatch(recorder.sites, recorder.names, monitors);
    this.poolEnds = new PoolEnds(recorder.executors);
    this.waits = new LockWaits(recorder.sites, recorder.names, recorder.waits, monitors, poolEnds);
    this.permits = new PermitWatch(recorder.sites, monitors, this::eachVirtual);
    this.virtualWaits = new VirtualWaits(recorder.sites);
    this.inits = new ClassInits(recorder.sites, monitors, commands);
    this.timers = timers;
    this.coroutines = coroutines;
    this.wakers = wakers;
  }

  /** Counts, and asks for the looks that it needs. */
  void tick(Looks looks, Threads known, List<Waiting> others, long now) {
    counting = now - nextPass >= 0 || lastPass == 0;
    if (counting || (seen <= FEW_THREADS && now - lastLockPass >= LOCK_PAUSE)) {
      pass(looks, now);
    }
    if (recorder.virtualThreads) {
      waits.beginVirtual();
      virtualThreads.tick(
          waits.scopes(),
          thread -> {
            Object blocker = LockSupport.getBlocker(thread);
            virtualWaits.count(thread);
            waits.countVirtual(thread, blocker);
            if (blocker != null) {
              rings.count(thread);
              permits.countVirtual(thread, blocker);
            }
          });
      virtualWaits.tick(looks, virtualThreads.over(), now);
      if (counting) {
        rings.look();
      }
    }
    waits.tick(looks, known, others, now);
    permits.tick(looks, now);
    inits.tick(looks, known, seen, now);
    if (counting) {
      locks.ask(waits, looks, now);
    }
  }

  /**
   * Whether a thread waits for a lock, where there are few threads: a deadlock may close while
   * nothing else goes on.
   */
  boolean anyAtALock() {
    if (seen > VERY_FEW_THREADS) {
      return false;
    }
    for (Thread thread : JdkCalls.threads()) {
      Thread.State state = JdkCalls.state(thread);
      if (state == Thread.State.BLOCKED
          || (LockWait.waits(state) && JdkLocks.owned(LockSupport.getBlocker(thread)))) {
        return true;
      }
    }
    return false;
  }

  /** All virtual threads; false if they are too many, and some were left out. */
  boolean eachVirtual(Consumer<Thread> each) {
    return !recorder.virtualThreads || VirtualThreads.all(waits.scopes(), each);
  }

  private void pass(Looks looks, long now) {
    Thread[] threads = JdkCalls.threads();
    seen = threads.length;
    lastLockPass = now;
    poolEnds.look();
    waits.begin();
    wakers.begin();
    if (counting) {
      rises.begin();
      permits.begin();
      timers.begin();
      inits.begin();
    }
    for (Thread thread : threads) {
      if (!(thread instanceof AgentThread)) {
        Thread.State state = JdkCalls.state(thread);
        Object blocker = waits.count(thread, state);
        coroutines.count(thread, blocker, now);
        if (LockWait.waits(state)) {
          wakers.count(thread, blocker);
        }
        if (counting) {
          rises.count(thread, state);
          timers.count(thread);
          permits.count(thread, state, blocker);
          if (state == Thread.State.RUNNABLE) {
            inits.count(thread, now);
          }
        }
      }
    }
    monitors.threads(threads);
    waits.end();
    if (counting) {
      rises.end(now);
      permits.end(threads, now);
      timers.end();
      inits.end(looks);
      nextPass = now + PAUSE * Math.max(1, Math.min(LONGEST, threads.length / THREADS_OF_A_PAUSE));
    }
  }

  /**
   * Virtual threads that may wait for futures, and hold a lock for which others wait, or compute
   * what others wait for in a ring.
   */
  List<Thread> atFutures() {
    List<Thread> all = new ArrayList<>(waits.atFutures());
    all.addAll(rings.members());
    return all;
  }

  /** What virtual threads compute for each other in a ring. */
  void addTo(Resolver resolver) {
    rings.addTo(resolver);
  }

  /** With the threads of the last pass. */
  Monitors monitors() {
    return monitors;
  }

  /** Virtual threads that wait for locks, few of them. */
  List<Thread> virtualWaiters() {
    return waits.virtual();
  }

  /** Virtual threads that join a task scope, few of them. */
  List<ScopeJoin> joins() {
    return waits.joins();
  }

  /** All platform threads, at the last pass. */
  Thread[] threads() {
    return monitors.threads();
  }

  /** The threads that hold what others wait for, or whose ends these wait for. */
  Iterable<Thread> holders() {
    return waits.holders();
  }

  /** The method in which it waits for a lock; null if it waits for none, as far as is known. */
  @Nullable String lockedOutIn(Thread thread) {
    return waits.method(thread);
  }

  /** Whether it is known to wait for what another thread holds, or in a ring. */
  boolean waits(Thread thread) {
    return waits.knows(thread) || rings.has(thread);
  }

  /** Whether no thread is known to wait for what another holds. */
  boolean calm() {
    return waits.isEmpty() && !inits.any();
  }

  /** Whether a thread has begun to wait so. */
  boolean newLong() {
    return waits.newLong();
  }

  /** Adds the threads that wait for what others hold. */
  void addTo(List<Wait> records, Threads threads, long now) {
    waits.addTo(records, threads);
    inits.addTo(records, threads, now);
  }

  /** The looks have been taken. */
  void end(long now) {
    waits.credit(now);
    if (counting) {
      locks.end(now, lastPass == 0 ? 0 : Math.min(now - lastPass, LONGEST * PAUSE));
      lastPass = now;
    }
  }

  Crowds record(Threads threads, long now) {
    return new Crowds(
        locks.record(), rises.record(), permits.record(threads, now), virtualWaits.record());
  }

  long dropped() {
    return locks.dropped() + waits.dropped();
  }
}
