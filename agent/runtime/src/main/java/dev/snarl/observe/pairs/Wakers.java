package dev.snarl.observe.pairs;

import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.locks.JdkLocks;
import dev.snarl.observe.locks.LockWait;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.pairs.ArmedWait.Place;
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
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private static final int FIRST_EACH_TICK = 2;
  private static final int TICKS_OF_REST = 5;
  private static final int CANDIDATES = 256;
  private static final int PLACES = 500;
  private static final long LONGEST = 10_000_000_000L;
  private static final long LATELY = 30_000_000_000L;
  private static final int ENDERS = 16;

  /**
   * The waits at a line.
   *
   * @param group of the threads that wait, their name with digits folded; null for all of them
   */
  record Waits(Site site, @Nullable String group) {}

  /** Stands for the class of a queue, for who takes what is put there. */
  private static final String TAKEN = "taken";

  private final Sites sites;
  private final Names names;
  private final PoolWatch pools;
  private final Monitors monitors = new Monitors();
  private final Counterparts counterparts = new Counterparts();

  /** Waits of which nobody ended the latest for long. */
  private final List<ArmedWait> unended = new ArrayList<>();

  private final Map<Place, WakesAt> places = new HashMap<>();

  /** The same by whose waits they are: a line in a class of locks or latches has many. */
  private final Map<Waits, WakesAt> byGroup = new HashMap<>();

  private final List<ArmedWait> armed = new ArrayList<>();

  /** Armed at this tick, and not looked at yet. */
  private final List<SnarlWake> asked = new ArrayList<>();

  /** Workers that were seen parked where who will wake them is not clear: they come first. */
  private final Set<Thread> unclear = Collections.newSetFromMap(new IdentityHashMap<>());

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
    counterparts.waits(thread, blocker);
    SnarlSlot slot = SnarlProbe.slotOf(thread);
    Notes notes = notes(slot);
    boolean known = slot != null && slot.waits > 0 && (notes == null || !notes.forUnknown);
    if (known || passes(notes, blocker) || Monitors.carrier(thread) || JdkCalls.jvms(thread)) {
      return;
    }
    if (waiters++ >= first && candidates.size() < CANDIDATES) {
      candidates.add(thread);
    }
  }

  private static @Nullable Notes notes(@Nullable SnarlSlot slot) {
    return slot != null && slot.extension instanceof Notes notes ? notes : null;
  }

  /** Whether it does not matter here who wakes that thread, as far as it was looked at. */
  static boolean passes(Thread thread, @Nullable Object blocker) {
    return passes(notes(SnarlProbe.slotOf(thread)), blocker);
  }

  private static boolean passes(@Nullable Notes notes, @Nullable Object blocker) {
    return notes != null && notes.passed == ArmedWait.hash(blocker);
  }

  /** Takes what was left by wakers, and asks for looks at a few waiters. */
  public void tick(Looks looks, long now) {
    asked.forEach(SnarlWake::disarm);
    asked.clear();
    armed.removeIf(each -> over(each, now));
    for (Thread thread : unclear) {
      arm(thread, looks, now);
    }
    unclear.clear();
    if (rest > 0) {
      rest--;
      return;
    }
    while (next < candidates.size() && asked.size() < LOOKS_EACH_TICK && room()) {
      arm(candidates.get(next++), looks, now);
    }
  }

  /** Whether a waiter is still to be armed. */
  public boolean any() {
    return rest == 0 && next < candidates.size() && room();
  }

  /** Whether an armed waiter was woken since the last tick. */
  public boolean stirs() {
    for (ArmedWait each : armed) {
      if (each.wake.waker() != null) {
        return true;
      }
    }
    return false;
  }

  /** A worker was just seen parked, and who will wake it is not clear. */
  void unclear(Thread worker) {
    if (unclear.size() < FIRST_EACH_TICK) {
      unclear.add(worker);
    }
  }

  private boolean room() {
    return armed.size() + asked.size() < ARMED;
  }

  /** Before the look: a wait that it shows, at the same object before and after, is the one. */
  private void arm(Thread thread, Looks looks, long now) {
    if (!room() || !LockWait.waits(JdkCalls.state(thread))) {
      return;
    }
    SnarlWake wake = new SnarlWake(thread);
    if (wake.arm()) {
      Object blocker = LockSupport.getBlocker(thread);
      asked.add(wake);
      looks.at(thread, seen -> keep(wake, seen, blocker, now));
    }
  }

  private void keep(SnarlWake wake, ThreadLook.Seen seen, @Nullable Object blocker, long now) {
    asked.remove(wake);
    ArmedWait wait = wait(wake, seen, blocker, now);
    if (wait == null) {
      wake.disarm();
    } else {
      armed.add(wait);
    }
  }

  /** Null for what is no wait whose waker is looked for. */
  @SuppressWarnings("ReferenceEquality") // an object's equals may be the application's
  private @Nullable ArmedWait wait(
      SnarlWake wake, ThreadLook.Seen seen, @Nullable Object blocker, long now) {
    Thread thread = wake.thread;
    SnarlSlot slot = SnarlProbe.slotFor(thread);
    if (slot == null
        || seen.stack.length == 0
        || wake.waker() != null
        || LockSupport.getBlocker(thread) != blocker
        || !LockWait.waits(JdkCalls.state(thread))) {
      return null;
    }
    Notes notes = Notes.of(slot);
    int hash = ArmedWait.hash(blocker);
    if (!seen.stack[0].getMethodName().equals("park")) {
      notes.passed = blocker == null ? hash : notes.passed; // in Object.wait, or asleep
      return null;
    }
    Site site = sites.in(seen.stack);
    if (site == Site.OTHER || notes.passed == hash || (notes.took == hash && Idle.is(seen.stack))) {
      notes.passed = hash; // a worker without work, or a consumer at a queue of its own
      return null;
    }
    Place place = Place.of(site, blocker);
    WakesAt known = places.get(place);
    rest = known != null && known.wellKnown() ? TICKS_OF_REST : rest;
    boolean own = seen.stack.length > 2 && !Sites.jdk(seen.stack[2].getClassName());
    int episode = own ? monitors.episode(thread) : 0;
    return new ArmedWait(wake, notes, hash, place, seen.stack, episode, now);
  }

  // ---- who wakes ----

  private boolean over(ArmedWait each, long now) {
    boolean goesOn = each.goesOn(monitors); // read first: who wakes it leaves itself before
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
      unended.add(each);
    } else if (by == null) {
      at(places, each.place).alone();
    }
    return true;
  }

  private void woken(ArmedWait waiter, Thread by, StackTraceElement[] stack, long now) {
    if (WakeStacks.handsOn(stack, WakeStacks.outside(waiter.stack))) {
      return;
    }
    Known pool = pools.poolOf(by);
    Waker waker =
        new Waker(
            pool == null ? null : pool.id,
            names.group(by.getName()),
            WakeStacks.task(stack, sites));
    String turns = WakeStacks.turns(stack, waiter.stack);
    List<String> acts = WakeStacks.acts(stack, waiter.stack);
    at(places, waiter.place).seen(waker, by, acts, turns, now);
    Waits waits = new Waits(waiter.place.site(), names.group(waiter.wake.thread.getName()));
    at(byGroup, waits).seen(waker, by, acts, turns, now);
    boolean takes = Idle.is(waiter.stack);
    waiter.notes.took = takes ? waiter.blocker : 0;
    Site gives = takes ? sites.in(stack) : Site.OTHER;
    if (gives != Site.OTHER) {
      Thread taker = waiter.wake.thread;
      String group = names.group(taker.getName());
      Waker given = new Waker(null, group, WakeStacks.task(waiter.stack, sites));
      at(places, new Place(gives, TAKEN))
          .seen(given, taker, WakeStacks.acts(waiter.stack, stack), "", now);
    }
  }

  /** The waits of which nobody ended the latest, since this was last asked for. */
  List<ArmedWait> unended() {
    List<ArmedWait> all = List.copyOf(unended);
    unended.clear();
    return all;
  }

  /** Those whose wakers are awaited. */
  List<ArmedWait> armed() {
    return armed;
  }

  /** What is known of waits like this one; null for nothing. */
  @Nullable WakesAt wakes(ArmedWait wait) {
    return places.get(wait.place);
  }

  /** The only thread that was seen to take what is given away at that line; null if none was. */
  @Nullable Usual taker(Site site) {
    WakesAt takers = places.get(new Place(site, TAKEN));
    return takers == null ? null : takers.only();
  }

  private static <K> WakesAt at(Map<K, WakesAt> all, K place) {
    if (all.size() >= PLACES && !all.containsKey(place)) {
      all.clear();
    }
    return all.computeIfAbsent(place, key -> new WakesAt());
  }

  // ---- who will ----

  private @Nullable WakesAt at(Site site, @Nullable Object blocker) {
    return places.get(Place.of(site, blocker));
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

  /** Who may end it, by what it waited for itself, where that is not clear. */
  List<Thread> counterparts(@Nullable Object blocker) {
    return counterparts.of(blocker);
  }

  /**
   * The same of all lines where waits ended lately, bounded; where it differs by whose waits they
   * are, of each thread group for which it is clear.
   */
  Map<Waits, Usual> usual(long now) {
    Map<Waits, Usual> all = new HashMap<>();
    places.forEach((place, wakes) -> lately(all, new Waits(place.site(), null), wakes, now));
    byGroup.forEach(
        (waits, wakes) -> {
          if (!all.containsKey(new Waits(waits.site(), null))) {
            lately(all, waits, wakes, now);
          }
        });
    return all;
  }

  private static void lately(Map<Waits, Usual> all, Waits waits, WakesAt wakes, long now) {
    Usual usual = now - wakes.latest() < LATELY && all.size() < ENDERS ? wakes.usual() : null;
    if (usual != null) {
      all.put(waits, usual);
    }
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
