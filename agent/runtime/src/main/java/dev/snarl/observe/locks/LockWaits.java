package dev.snarl.observe.locks;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.VirtualLens;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.slots.Waiting;
import dev.snarl.observe.slots.WaitsOver;
import dev.snarl.observe.waits.PoolEnds;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.waits.WaitsGoingOn;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads that wait for a lock of any kind, or for the end of a thread, and for whom. A pass
 * over all platform threads finds them by their states, one over virtual threads by what they are
 * parked on, which their monitors are not; each tick looks at those again. The JVM names the owner
 * of a monitor only when asked, so each tick asks for a few: for the holders of other locks first,
 * since those close circles. The observer's thread only.
 */
public final class LockWaits {
  private static final int MOST = 4_000;
  private static final int MANY_VIRTUAL = 1_000;
  private static final int MONITORS_EACH_TICK = 64;
  private static final int JOINS_EACH_PASS = 32;

  /** Of virtual threads that hold nothing. */
  private static final int FEW_VIRTUAL = 64;

  /** Of those that join a scope while nobody waits for them: the longest remain. */
  private static final int FEW_SCOPES = 32;

  private static final int MOST_JOINED = 1_000;
  private static final int MOST_PARKED = 200;

  private static final long LONG_JOIN = 5_000_000_000L;
  private static final int TURNS = 5;

  private final LockSites lockSites;
  private final BlockedTime blockedTime;
  private final Monitors monitors;
  private final PoolEnds poolEnds;
  private final VirtualMonitors virtualMonitors = new VirtualMonitors();
  private final IdentityHashMap<Thread, LockWait> waits = new IdentityHashMap<>();
  private final GivenBack givenBack = new GivenBack();
  private List<Thread> atObjects = new ArrayList<>();
  private Set<Thread> before = identities();
  private Set<Thread> holders = identities();
  private final IdentityHashMap<Object, Thread> ends = new IdentityHashMap<>();

  /** Virtual threads that somebody joins, by what those are parked on. */
  private final IdentityHashMap<Object, Thread> joined = new IdentityHashMap<>();

  /** Virtual threads that are parked, of which one may own a monitor; some, while one may. */
  private List<Thread> parked = new ArrayList<>();

  private boolean unowned;
  private boolean anyVirtual;
  private Set<Object> owned = Collections.newSetFromMap(new IdentityHashMap<>());
  private List<Thread> atFutures = new ArrayList<>();
  private List<Object> scopes = new ArrayList<>();
  private int virtual;
  private int joining;
  private int nextAtObject;
  private int turn;
  private int blocked;
  private long dropped;
  private long lastTick;

  public LockWaits(Sites sites, Names names, WaitsOver over, Monitors monitors, PoolEnds poolEnds) {
    this.lockSites = new LockSites(sites);
    this.blockedTime = new BlockedTime(names, over);
    this.monitors = monitors;
    this.poolEnds = poolEnds;
  }

  private static Set<Thread> identities() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  public void begin() {
    before = identities();
    before.addAll(atObjects);
    atObjects = new ArrayList<>();
    scopes = new ArrayList<>();
    blocked = 0;
  }

  /** Of the pass; returns what the thread is parked on, if on anything. */
  public @Nullable Object count(Thread thread, Thread.State state) {
    Object blocker = null;
    if (state == Thread.State.BLOCKED) {
      blocked++;
      if (!Monitors.carrier(thread)) {
        add(thread, null);
      }
    } else if (LockWait.waits(state)) {
      blocker = LockSupport.getBlocker(thread);
      if (waitedFor(blocker)) {
        add(thread, blocker);
      } else if (blocker == null && !Monitors.carrier(thread) && !JdkCalls.jvms(thread)) {
        Object scope = VirtualLens.scope(thread);
        if (scope == null) {
          atObjects.add(thread);
        } else {
          scopes.add(scope);
          add(thread, scope);
        }
      }
    }
    return blocker;
  }

  private boolean waitedFor(@Nullable Object blocker) {
    return JdkLocks.owned(blocker)
        || ends.containsKey(blocker)
        || joined.containsKey(blocker)
        || poolEnds.has(blocker);
  }

  public void beginVirtual() {
    atFutures = new ArrayList<>();
    parked = new ArrayList<>();
    anyVirtual = true;
  }

  /** Of the pass over virtual threads. Where many wait for one lock, some of them will do. */
  public void countVirtual(Thread thread, @Nullable Object blocker) {
    Object end = joined.size() < MOST_JOINED ? VirtualLens.end(thread) : null;
    if (end != null) {
      joined.put(end, thread);
    }
    if (unowned && parked.size() < MOST_PARKED && (blocker != null || LockWait.parks(thread))) {
      parked.add(thread);
    }
    if (waitedFor(blocker)) {
      if (virtual < MANY_VIRTUAL || holders.contains(thread) || !owned.contains(blocker)) {
        add(thread, blocker);
      }
    } else if (blocker == null) {
      countUnparked(thread);
    } else if (holders.contains(thread)) {
      atFutures.add(thread);
    }
  }

  /** One that is parked at no object, if at all. */
  private void countUnparked(Thread thread) {
    if (joining < FEW_SCOPES || holders.contains(thread)) {
      Object scope = LockWait.parkedIn(thread);
      if (scope != null) {
        joining++;
        add(thread, scope);
      }
    }
    if (VirtualLens.doing(thread) == VirtualLens.BLOCKED
        && (virtual < MANY_VIRTUAL || holders.contains(thread))) {
      add(thread, null);
    }
  }

  /** Most joins are soon over: of those that nobody waits for, little is read at first. */
  private boolean young(LockWait wait, long now) {
    return joinsUnawaited(wait) && (wait.looks == 0 || now - wait.since < LONG_JOIN);
  }

  private boolean joinsUnawaited(LockWait wait) {
    return wait.virtual() && wait.scope() && !holders.contains(wait.thread);
  }

  /** Virtual threads that join a scope while nobody waits for them, few of them. */
  public List<ScopeJoin> joins() {
    List<ScopeJoin> joins = new ArrayList<>();
    for (LockWait wait : waits.values()) {
      Site site = wait.site;
      if (joinsUnawaited(wait) && wait.joinsScope && !wait.timed && site != null) {
        joins.add(
            new ScopeJoin(
                wait.thread,
                Objects.requireNonNull(wait.lock),
                wait.callers,
                site.text,
                site.call,
                wait.since));
      }
    }
    return joins;
  }

  /** The task scopes that platform threads wait in. */
  public List<Object> scopes() {
    return scopes;
  }

  /** Virtual threads that hold a lock and are parked on what may be a future. */
  public List<Thread> atFutures() {
    return atFutures;
  }

  /** The threads that hold what others wait for, or whose ends these wait for. */
  public Iterable<Thread> holders() {
    return holders;
  }

  /** Virtual threads that wait, few of them. */
  public List<Thread> virtual() {
    return waits.keySet().stream().filter(SnarlProbe::virtual).limit(FEW_VIRTUAL).toList();
  }

  /** The method in which it waits; null if it waits for no lock, as far as is known. */
  public @Nullable String method(Thread thread) {
    LockWait wait = waits.get(thread);
    return wait == null || !wait.lasts() ? null : wait.method;
  }

  /** Whether it is known to wait. */
  public boolean knows(Thread thread) {
    return waits.containsKey(thread);
  }

  private void add(Thread thread, @Nullable Object lock) {
    LockWait known = waits.get(thread);
    if (known == null || known.lock != lock) {
      if (waits.size() >= MOST) {
        dropped++;
      } else {
        waits.put(thread, new LockWait(thread, lock));
      }
    }
  }

  /** The pass is over. */
  public void end() {
    int asked = Math.min(JOINS_EACH_PASS, atObjects.size());
    for (int i = 0; i < asked; i++) {
      Thread thread = atObjects.get((nextAtObject + i) % atObjects.size());
      if (before.contains(thread) && !waits.containsKey(thread)) {
        add(thread, null);
      }
    }
    nextAtObject = atObjects.isEmpty() ? 0 : (nextAtObject + asked) % atObjects.size();
  }

  /**
   * Looks at all of them again.
   *
   * @param others threads that wait for futures: they may hold locks too
   */
  public void tick(Looks looks, Threads threads, List<Waiting> others, long now) {
    lastTick = now;
    waits.values().removeIf(wait -> wait.looks > 0 && over(wait));
    if (waits.isEmpty()) {
      return;
    }
    turn++;
    findEnds();
    JdkLocks locks = new JdkLocks(threads, ends, () -> waiters(others), givenBack);
    List<LockWait> atMonitors = new ArrayList<>();
    List<LockWait> ofVirtual = new ArrayList<>();
    owned = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<String> ownedMonitors = new HashSet<>();
    for (LockWait wait : waits.values()) {
      Object lock = wait.lock;
      if (lock == null && (wait.virtual() || wait.askedJvm)) {
        ofVirtual.add(wait);
        continue;
      }
      boolean first = lock == null ? ownedMonitors.add(wait.monitor) : owned.add(lock);
      if (!first && !due(wait)) {
        continue;
      }
      if (lock == null) {
        atMonitors.add(wait);
      } else if (young(wait, now)) {
        ScopeJoins.glance(wait, lock, now);
      } else if (wait.scope()) {
        ScopeJoins.read(wait, lock, threads, now);
      } else if (poolEnds.has(lock)) {
        PoolEndWaits.read(wait, lock, poolEnds, threads, now);
      } else {
        locks.read(wait, lock, now);
      }
    }
    atMonitors.sort(Comparator.comparing(wait -> !holders.contains(wait.thread)));
    List<LockWait> asked = atMonitors.subList(0, Math.min(MONITORS_EACH_TICK, atMonitors.size()));
    monitors.read(asked, anyVirtual, threads, now);
    asked.stream().filter(LockWait::unowned).forEach(ofVirtual::add);
    unowned = ofVirtual.stream().anyMatch(wait -> wait.lasts() && wait.unowned());
    virtualMonitors.read(ofVirtual, this::due, () -> elsewhere(others), threads, now);
    holders = identities();
    waits.values().stream()
        .filter(wait -> !wait.atItself())
        .forEach(wait -> holders.addAll(wait.holders));
    holders.forEach(threads::watch);
    lockSites.find(waits.values(), looks, holders, wait -> !young(wait, now), this::fewLikeIt, now);
    waits.values().removeIf(wait -> wait.looks == 0);
  }

  private void findEnds() {
    ends.clear();
    joined.values().removeIf(thread -> VirtualLens.doing(thread) == VirtualLens.ENDED);
    ends.putAll(joined);
    virtual = 0;
    joining = 0;
    for (LockWait wait : waits.values()) {
      if (joinsUnawaited(wait)) {
        joining++;
      } else if (wait.virtual()) {
        virtual++;
        Object end = VirtualLens.end(wait.thread);
        if (end != null) {
          ends.put(end, wait.thread);
        }
      }
    }
  }

  private boolean over(LockWait wait) {
    boolean over = !wait.goesOn();
    if (over) {
      givenBack.add(wait, wait.lookedAt);
    }
    if (over) {
      blockedTime.end(wait);
    }
    return over;
  }

  /** Adds the time of waits that go on to their sites' totals, as far as the sites are known. */
  public void credit(long now) {
    waits.values().forEach(wait -> blockedTime.add(wait, now));
  }

  /** Those that wait for anything but a monitor. */
  private List<Thread> elsewhere(List<Waiting> others) {
    List<Thread> threads = new ArrayList<>();
    waits.values().stream()
        .filter(wait -> wait.lasts() && !(wait.virtual() && wait.lock == null))
        .forEach(wait -> threads.add(wait.thread));
    others.stream()
        .map(Waiting::thread)
        .filter(thread -> !Monitors.carrier(thread))
        .forEach(threads::add);
    threads.addAll(parked);
    return threads;
  }

  private List<Thread> waiters(List<Waiting> others) {
    List<Thread> waiters = new ArrayList<>(waits.keySet());
    others.forEach(other -> waiters.add(other.thread()));
    return waiters;
  }

  /**
   * Those whose holder is known and who hold nothing themselves close no circle: not each tick. One
   * of each lock is, so that its owner is that of now.
   */
  private boolean due(LockWait wait) {
    return !wait.sure()
        || wait.need instanceof Need.Unknown
        || holders.contains(wait.thread)
        || (System.identityHashCode(wait) + turn) % TURNS == 0;
  }

  /** Of many virtual threads, those matter for whom others wait, and some of each lock. */
  private boolean fewLikeIt(LockWait wait) {
    return !wait.virtual() || virtual <= FEW_VIRTUAL || holders.contains(wait.thread);
  }

  public boolean isEmpty() {
    return waits.values().stream().allMatch(LockWait::atItself);
  }

  /** Whether one has begun of which nobody knew. */
  public boolean newLong() {
    return waits.values().stream()
        .anyMatch(
            wait ->
                wait.lasts() && !wait.atItself() && WaitsGoingOn.newlyLong(lastTick - wait.since));
  }

  /** Virtual threads at monitors, as far as they were looked at. */
  List<VirtualCrowds.Crowd> virtualCrowds() {
    return virtualMonitors.crowds();
  }

  /** Those that wait for one lock each, by {@link SameLock}. */
  Collection<List<LockWait>> byLock() {
    return SameLock.of(waits.values());
  }

  /** How many threads wait at monitors for each whose owner was asked for. */
  public double scale() {
    long asked =
        waits.values().stream().filter(wait -> wait.lock == null && !wait.virtual()).count();
    return Math.max(1.0, (double) blocked / Math.max(1, Math.min(asked, MONITORS_EACH_TICK)));
  }

  /** Those that last, of threads that wait for nothing else. */
  public void addTo(List<Wait> records, Threads threads) {
    Set<Long> known = new HashSet<>();
    records.forEach(record -> known.add(record.thread().id()));
    for (LockWait wait : waits.values()) {
      if (records.size() < WaitsGoingOn.IN_A_SNAPSHOT
          && wait.lasts()
          && !wait.atItself()
          && !joinsUnawaited(wait)
          && !(wait.virtual() && wait.lock == null && wait.site == null) // only their number counts
          && (wait.lookedAt == lastTick || !holders.contains(wait.thread))
          && wait.goesOn()
          && !known.contains(JdkCalls.id(wait.thread))) {
        records.add(record(wait, threads));
      }
    }
  }

  private Wait record(LockWait wait, Threads threads) {
    Site site = wait.site;
    return new Wait(
        WaitsGoingOn.id(wait.thread, wait.since),
        threads.ref(wait.thread),
        site == null ? null : site.text,
        site == null ? wait.type : site.callOr(wait.type),
        wait.type,
        wait.timed,
        lastTick - wait.since,
        wait.sure() ? threads.seen(wait.need) : new Need.Unknown(),
        wait.request);
  }

  public long dropped() {
    return dropped;
  }
}
