package dev.snarl.observe.wakes;

import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.locks.JdkLocks;
import dev.snarl.observe.locks.LockWait;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.sites.Idle;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.slots.Notes;
import dev.snarl.observe.wakes.ArmedWait.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlWake;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sees who ends waits at a latch, a queue or permits, of which no field names the thread that must
 * act. A few waiters are armed at each tick, and who unparks one of them next is noted in {@link
 * EndedWaits}. A waker that only hands on is none: a thread that comes out of the same wait wakes
 * the next. What ends by a time-out or an interrupt has no waker. The observer's thread only; a
 * look at a stack for each waiter armed, fewer of them where the wakers are well known.
 */
public final class Wakers {
  private static final int ARMED = 64;
  private static final int LOOKS_EACH_TICK = 4;
  private static final int FIRST_EACH_TICK = 2;
  private static final long REST = 5 * Tick.NANOS;
  private static final int CANDIDATES = 256;

  /** How often a consumer is looked at: several lines may give to it. */
  private static final int TAKES = 8;

  private static final long LONGEST = 10_000_000_000L;

  private final Sites sites;
  private final EndedWaits ended;
  private final Monitors monitors = new Monitors();
  private final Counterparts counterparts = new Counterparts();

  /** Waits of which nobody ended the latest for long. */
  private final List<ArmedWait> unended = new ArrayList<>();

  private final List<ArmedWait> armed = new ArrayList<>();

  /** Armed at this tick, and not looked at yet. */
  private final List<SnarlWake> asked = new ArrayList<>();

  /** Workers that were seen parked where who will wake them is not clear: they come first. */
  private final Set<Thread> unclear = Collections.newSetFromMap(new IdentityHashMap<>());

  private List<Thread> candidates = new ArrayList<>();
  private int waiters;
  private int first;
  private int next;
  private boolean rests;
  private long restUntil;

  public Wakers(Sites sites, Names names, PoolWatch pools) {
    this.sites = sites;
    this.ended = new EndedWaits(sites, names, pools);
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
    rests &= now - restUntil < 0;
    if (rests) {
      return;
    }
    while (next < candidates.size() && asked.size() < LOOKS_EACH_TICK && room()) {
      arm(candidates.get(next++), looks, now);
    }
  }

  /** Whether a waiter is still to be armed. */
  public boolean any() {
    return !rests && next < candidates.size() && room();
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
    boolean knownTaker = notes.took == hash && notes.takes >= TAKES;
    if (site == Site.OTHER || notes.passed == hash || (knownTaker && Idle.is(seen.stack))) {
      notes.passed = hash; // a worker without work, or a consumer at a queue of its own
      return null;
    }
    Place place = Place.of(site, blocker);
    WakesAt known = ended.at(place);
    if (known != null && known.wellKnown()) {
      rests = true;
      restUntil = now + REST;
    }
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
      ended.alone(each);
    }
    return true;
  }

  private void woken(ArmedWait waiter, Thread by, StackTraceElement[] stack, long now) {
    if (WakeStacks.handsOn(stack, waiter.stack)) {
      return;
    }
    boolean takes = Idle.is(waiter.stack);
    Notes notes = waiter.notes;
    notes.takes = takes && notes.took == waiter.blocker ? notes.takes + 1 : 1;
    notes.took = takes ? waiter.blocker : 0;
    ended.seen(by, stack, waiter, now);
    if (takes) {
      ended.taken(waiter, stack, now);
    }
  }

  /** The waits of which nobody ended the latest, since this was last asked for. */
  public List<ArmedWait> unended() {
    List<ArmedWait> all = List.copyOf(unended);
    unended.clear();
    return all;
  }

  /** Those whose wakers are awaited. */
  List<ArmedWait> armed() {
    return armed;
  }

  /** What was seen so far. */
  public EndedWaits ended() {
    return ended;
  }

  /** Who may end it, by what it waited for itself, where that is not clear. */
  List<Thread> counterparts(@Nullable Object blocker) {
    return counterparts.of(blocker);
  }
}
