package dev.snarl.observe.pairs;

import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.locks.JdkLocks;
import dev.snarl.observe.locks.LockWait;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.pairs.WakesAt.Usual;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.sites.Idle;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.slots.Notes;
import dev.snarl.snapshot.Odds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlWake;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Who usually ends the waits at a line: at a latch, a queue or permits, of which no field names the
 * thread that must act. A few waiters are armed at each tick, and who unparks one of them next is
 * noted for the line and the kind of what it waited at. A waker that only hands on is none: a
 * thread that comes out of the same wait wakes the next. What ends by a time-out or an interrupt
 * has no waker. The observer's thread only; a look at a stack for each waiter armed, fewer of them
 * where the wakers are well known.
 */
public final class Wakers {
  private static final int ARMED = 64;
  private static final int LOOKS_EACH_TICK = 4;
  private static final int TICKS_OF_REST = 5;
  private static final int CANDIDATES = 256;
  private static final int PLACES = 500;
  private static final long LONGEST = 10_000_000_000L;
  private static final long LATELY = 30_000_000_000L;
  private static final int ENDERS = 16;

  /** A thread parks at no object. */
  private static final int NOTHING = -1;

  /** A line, and the class of what is waited at there. */
  private record Place(Site site, String type) {}

  private static final class Armed {
    final SnarlWake wake;
    final Notes notes;
    final int blocker;
    final Place place;
    final String method;
    final long since;

    /** Of the wait, where the same thread may park at the same object again; else 0. */
    final int episode;

    boolean late;

    Armed(
        SnarlWake wake,
        Notes notes,
        int blocker,
        Place place,
        String method,
        long since,
        int episode) {
      this.wake = wake;
      this.notes = notes;
      this.blocker = blocker;
      this.place = place;
      this.method = method;
      this.since = since;
      this.episode = episode;
    }
  }

  /** Whether it is the same wait still, as far as that shows. */
  private boolean goesOn(Armed each) {
    Thread thread = each.wake.thread;
    return hash(LockSupport.getBlocker(thread)) == each.blocker
        && (each.episode == 0
            ? each.blocker != NOTHING || LockWait.waits(JdkCalls.state(thread))
            : monitors.episode(thread) == each.episode);
  }

  private static int hash(@Nullable Object blocker) {
    return blocker == null ? NOTHING : System.identityHashCode(blocker);
  }

  private final Sites sites;
  private final Names names;
  private final PoolWatch pools;
  private final Monitors monitors = new Monitors();
  private final Map<Place, WakesAt> places = new HashMap<>();
  private final List<Armed> armed = new ArrayList<>();
  private List<Thread> candidates = new ArrayList<>();
  private int waiters;
  private int first;
  private int next;
  private int rest;

  public Wakers(Sites sites, Names names, PoolWatch pools) {
    this.sites = sites;
    this.names = names;
    this.pools = pools;
  }

  // ---- who waits ----

  /** A pass over all threads begins. The next one goes on where the looks of this one end. */
  public void begin() {
    first = waiters == 0 ? 0 : (first + next) % waiters;
    waiters = 0;
    next = 0;
    candidates = new ArrayList<>();
  }

  /** Of the pass: a thread that waits, and what it is parked on, if on anything. */
  public void count(Thread thread, @Nullable Object blocker) {
    if (blocker instanceof Executor || JdkLocks.owned(blocker)) {
      return;
    }
    SnarlSlot slot = SnarlProbe.slotOf(thread);
    Notes notes = slot != null && slot.extension instanceof Notes known ? known : null;
    boolean passed =
        (slot != null && slot.waits > 0 && (notes == null || !notes.forUnknown))
            || (notes != null && notes.passed == hash(blocker));
    if (passed || Monitors.carrier(thread) || JdkCalls.jvms(thread)) {
      return;
    }
    if (waiters++ >= first && candidates.size() < CANDIDATES) {
      candidates.add(thread);
    }
  }

  /** Takes what was left by wakers, and asks for looks at a few waiters. */
  public void tick(Looks looks, long now) {
    armed.removeIf(each -> over(each, now));
    if (rest > 0) {
      rest--;
      return;
    }
    int end = Math.min(candidates.size(), next + LOOKS_EACH_TICK);
    for (; next < end && armed.size() + LOOKS_EACH_TICK <= ARMED; next++) {
      Thread thread = candidates.get(next);
      looks.at(thread, seen -> arm(thread, seen, now));
    }
  }

  /** Whether a waiter is armed. */
  public boolean any() {
    return !armed.isEmpty();
  }

  private void arm(Thread thread, ThreadLook.Seen seen, long now) {
    Object blocker = LockSupport.getBlocker(thread);
    SnarlSlot slot = SnarlProbe.slotFor(thread);
    if (slot == null || seen.stack.length == 0 || !LockWait.waits(JdkCalls.state(thread))) {
      return;
    }
    Notes notes = Notes.of(slot);
    int hash = hash(blocker);
    if (!seen.stack[0].getMethodName().equals("park")) {
      notes.passed = blocker == null ? hash : notes.passed; // in Object.wait, or asleep
      return;
    }
    Site site = sites.in(seen.stack);
    boolean takes = Idle.is(seen.stack);
    if (site == Site.OTHER || (takes && notes.took == hash)) {
      notes.passed = hash; // a worker without work, or a consumer at a queue of its own
      return;
    }
    notes.took = takes ? hash : 0;
    Place place = place(site, blocker);
    WakesAt known = places.get(place);
    rest = known != null && known.wellKnown() ? TICKS_OF_REST : rest;
    SnarlWake wake = new SnarlWake(thread);
    if (wake.arm()) {
      boolean own = seen.stack.length > 2 && !Sites.jdk(seen.stack[2].getClassName());
      int episode = own ? monitors.episode(thread) : 0;
      armed.add(new Armed(wake, notes, hash, place, WakeStacks.outside(seen.stack), now, episode));
    }
  }

  // ---- who wakes ----

  private boolean over(Armed each, long now) {
    boolean goesOn = goesOn(each); // read first: who wakes it leaves itself before
    Thread by = each.wake.waker();
    if (by == null && goesOn && now - each.since < LONGEST) {
      return false;
    }
    Throwable stack = each.wake.stack();
    if (by != null && stack == null && !each.late) {
      each.late = true;
      return false;
    }
    each.wake.disarm();
    if (by != null && !(by instanceof AgentThread)) {
      woken(each, by, stack == null ? new StackTraceElement[0] : stack.getStackTrace(), now);
    } else if (goesOn) {
      each.notes.passed = each.blocker;
    } else if (by == null) {
      at(each.place).alone();
    }
    return true;
  }

  private void woken(Armed waiter, Thread by, StackTraceElement[] stack, long now) {
    if (WakeStacks.handsOn(stack, waiter.method)) {
      return;
    }
    Known pool = pools.poolOf(by);
    Waker waker =
        new Waker(
            pool == null ? null : pool.id,
            names.group(by.getName()),
            WakeStacks.task(stack, sites));
    at(waiter.place).seen(waker, by, WakeStacks.outside(stack), now);
  }

  private WakesAt at(Place place) {
    if (places.size() >= PLACES && !places.containsKey(place)) {
      places.clear();
    }
    return places.computeIfAbsent(place, key -> new WakesAt());
  }

  // ---- who will ----

  private static Place place(Site site, @Nullable Object blocker) {
    return new Place(site, blocker == null ? "" : blocker.getClass().getName());
  }

  private @Nullable WakesAt at(Site site, @Nullable Object blocker) {
    return places.get(place(site, blocker));
  }

  /** Whether waits at that line usually end by themselves. */
  boolean pauses(Site site, @Nullable Object blocker) {
    WakesAt wakes = at(site, blocker);
    return wakes != null && wakes.pauses();
  }

  /** Who usually ends waits at that line; null if that is not clear. */
  @Nullable Usual usual(Site site, @Nullable Object blocker) {
    WakesAt wakes = at(site, blocker);
    return wakes == null ? null : wakes.usual();
  }

  /** The same of all lines where waits ended lately, bounded. */
  Map<Site, Usual> usual(long now) {
    Map<Site, Usual> all = new HashMap<>();
    places.forEach(
        (place, wakes) -> {
          Usual usual = now - wakes.latest() < LATELY && all.size() < ENDERS ? wakes.usual() : null;
          if (usual != null) {
            all.put(place.site, usual);
          }
        });
    return all;
  }

  /** Whether workers of the pool clearly ended waits anywhere. */
  boolean any(long pool) {
    for (WakesAt wakes : places.values()) {
      if (wakes.by(waker -> waker.pool() != null && waker.pool() == pool) != null) {
        return true;
      }
    }
    return false;
  }

  /** Whether enough is known of the waits at that line. */
  boolean know(Site site, Object blocker) {
    WakesAt wakes = at(site, blocker);
    return wakes != null && wakes.known();
  }

  /**
   * How often waits there were ended by threads like this one, in what it does now; null if that is
   * not clear.
   */
  @Nullable Odds by(Thread worker, StackTraceElement[] stack, Site site, Object blocker) {
    WakesAt wakes = at(site, blocker);
    if (wakes == null) {
      return null;
    }
    Known pool = pools.poolOf(worker);
    Long id = pool == null ? null : pool.id;
    Waker now = new Waker(id, names.group(worker.getName()), WakeStacks.task(stack, sites));
    return wakes.by(now::equals);
  }

  /**
   * How often waits there were ended by workers of the pool, in tasks of another kind than that of
   * the waiter; null if that is not clear.
   */
  @Nullable Odds byPool(long pool, StackTraceElement[] waiter, Site site, Object blocker) {
    WakesAt wakes = at(site, blocker);
    if (wakes == null) {
      return null;
    }
    String own = WakeStacks.task(waiter, sites);
    return wakes.by(
        waker -> waker.pool() != null && waker.pool() == pool && !waker.task().equals(own));
  }
}
