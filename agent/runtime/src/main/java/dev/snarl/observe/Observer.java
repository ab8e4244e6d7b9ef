package dev.snarl.observe;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.code.TaskContents;
import dev.snarl.observe.coroutines.BlockingCoroutines;
import dev.snarl.observe.coroutines.CoroutineWatch;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Machine;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.pairs.LikelyPairs;
import dev.snarl.observe.pairs.PairSampler;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.PoolRecords;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.slots.SlotSweep;
import dev.snarl.observe.slots.Waiting;
import dev.snarl.observe.tasks.LateTimers;
import dev.snarl.observe.tasks.TaskRuns;
import dev.snarl.observe.virtuals.CarrierWatch;
import dev.snarl.observe.virtuals.Pins;
import dev.snarl.observe.waits.DecoratedTasks;
import dev.snarl.observe.waits.EarlierWaits;
import dev.snarl.observe.waits.QueuedFutures;
import dev.snarl.observe.waits.Resolver;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.waits.VirtualLooks;
import dev.snarl.observe.waits.WaitsGoingOn;
import dev.snarl.observe.wakes.Actors;
import dev.snarl.observe.wakes.Wakers;
import dev.snarl.snapshot.CallSite;
import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Host.Within;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Trace;
import dev.snarl.snapshot.Vitals;
import dev.snarl.snapshot.Wait;
import dev.snarl.stacks.Frames;
import java.lang.instrument.Instrumentation;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Joins what the probe stored into snapshots, on one daemon thread. A tick, every 200 ms or less
 * often, reads the slots and the pools and samples pairs; a snapshot is made of what the last tick
 * saw. Never takes a lock that the application can hold, and never waits for one.
 */
public final class Observer {

  /** What threads tell by themselves is checked once in so many ticks. */
  static final int TURNS = 8;

  /** What virtual threads do shows in no slot. */
  private static final long VIRTUAL_PAUSE = 5 * Tick.NANOS - Tick.NANOS / 2;

  /** What may lie between two ticks; more is a pause of the JVM or machine. */
  private static final long CREDITED = Tick.LONGEST + Tick.LONGEST / 3;

  private final Recorder recorder;
  private final SinkByThread sink;
  private final PoolWatch pools;
  private final PoolRecords poolRecords;
  private final WaitsGoingOn waits;
  private final PairSampler pairs;
  private final LikelyPairs likelyPairs;
  private final Totals totals;
  private final Pins pins;
  private final LibraryWatch libraries;
  private final CoroutineWatch coroutines;
  private final BlockingCoroutines blockingCoroutines;
  private final Census census;
  private final LateTimers timers;
  private final TaskRuns taskRuns;
  private final CarrierWatch carriers;
  private final LikelyNeeds likely;
  private final Actors actors;
  private final QueuedFutures queued;
  private final EarlierWaits earlier = new EarlierWaits();
  private final Looks looks = new Looks();
  private final DecoratedTasks decorated = new DecoratedTasks();
  private final OwnHealth own = new OwnHealth();
  private Resolver resolver;
  private final VirtualLooks virtualLooks = new VirtualLooks();
  private Threads threads;
  private final long began = System.nanoTime();
  private long lastTick;
  private long ticked;
  private int turn;

  /** Of the last tick: no thread waits, no task runs, no pool is busy, no loop is there. */
  private boolean calm;

  private int events;
  private boolean lively;

  /**
   * Looks at nothing yet.
   *
   * @param intake of what the hooks report
   * @param instrumentation null where objects cannot be measured, nor classes listed
   * @param commands runs a diagnostic command of the JVM; its text, null if there is none
   */
  public Observer(
      Intake intake,
      @Nullable Instrumentation instrumentation,
      Function<String, @Nullable String> commands) {
    this.recorder = intake.recorder;
    this.sink = intake.sink;
    this.pools = new PoolWatch(recorder.executors, recorder.sites, instrumentation);
    this.poolRecords = new PoolRecords(recorder.executors, recorder.names);
    this.queued = new QueuedFutures(recorder.executors, pools.tasks());
    this.waits =
        new WaitsGoingOn(recorder.sites, recorder.names, recorder.waits, recorder.executors);
    this.pairs = new PairSampler(recorder.sites, recorder.names, pools);
    Wakers wakers = new Wakers(recorder.sites, recorder.names, pools);
    TaskContents contents = new TaskContents();
    this.likelyPairs = new LikelyPairs(recorder.sites, pairs, wakers, contents);
    this.totals = new Totals(recorder, pairs);
    this.pins = new Pins();
    this.libraries = new LibraryWatch(recorder);
    this.coroutines =
        new CoroutineWatch(recorder.frames, recorder.sites, recorder.names, recorder.detached);
    this.timers = new LateTimers(recorder.executors, recorder.sites);
    this.taskRuns =
        new TaskRuns(
            recorder.executors, recorder.frames, recorder.sites, recorder.names, recorder.waits);
    this.carriers = new CarrierWatch(recorder.executors, recorder.sites);
    this.blockingCoroutines =
        new BlockingCoroutines(
            recorder.executors, recorder.detached, recorder.sites, pools.tasks());
    this.census = new Census(recorder, timers, blockingCoroutines, wakers, commands);
    Supplier<Class<?>[]> loaded =
        instrumentation == null ? () -> new Class<?>[0] : instrumentation::getAllLoadedClasses;
    this.likely = new LikelyNeeds(recorder, pools, census, wakers, likelyPairs, contents, loaded);
    this.actors = new Actors(recorder.sites, recorder.names, census.monitors(), wakers, pools);
    pools.samples().lenders(recorder.resources::lender);
    pools.samples().actors(actors);
    this.threads = new Threads(recorder.names, pools, census::waits, virtualLooks, 0);
    this.resolver = new Resolver(threads, decorated);
  }

  /**
   * What distinguishes the application's frames from those of the libraries that are known.
   *
   * @param application prefixes of the application's classes; empty to guess
   */
  public static Frames frames(List<String> application) {
    return new Frames(
        application,
        KnownLibraries.frames(),
        KnownLibraries.declared(),
        KnownLibraries.idle(),
        KnownLibraries.sockets());
  }

  /** Whether the application has begun to use virtual threads. */
  public boolean virtualThreads() {
    return recorder.virtualThreads;
  }

  /** A virtual thread was pinned; from any thread. */
  public void pinned(CallSite site, @Nullable String reason, long nanos) {
    pins.add(site, reason, nanos);
  }

  /** The site in a stack whose frames have no files, top first; from any thread. */
  public CallSite site(StackTraceElement[] stack) {
    return recorder.sites.callSite(stack);
  }

  /** The name that a thread shares with its kin; from any thread. */
  public String group(String threadName) {
    return recorder.names.group(threadName);
  }

  public SelfTest selfTest() {
    return new SelfTest(sink);
  }

  /** Finds what was there before the agent: executors, by their workers, and waits in progress. */
  public void findExisting() {
    for (Thread thread : JdkCalls.threads()) {
      if (thread instanceof AgentThread) {
        continue;
      }
      Object executor = KnownExecutors.of(thread);
      if (executor != null) {
        recorder.executors.known(executor);
      }
      recorder.resources.existing(thread);
      earlier.look(thread);
      recorder.carrier(thread);
    }
  }

  /** Counts an error of the agent's own; true for the first of its part. */
  public boolean failed(String part) {
    return own.failed(part);
  }

  /** What a publisher dropped since the start, for the agent's health. */
  public void dropped(String table, long count) {
    own.dropped(table, count);
  }

  /**
   * Whether anything goes on, or has begun since the last tick. In a JVM that has nothing to do
   * this is all that is asked twice a second: a pass over the slots, and one over the states of
   * threads, if they are few. Work that came and went is counted where it happened.
   */
  public boolean stirs() {
    if (!calm
        || recorder.events != events
        || pools.stirs()
        || libraries.stirs()
        || likely.stirs()
        || recorder.detached.stirs()
        || (recorder.virtualThreads && System.nanoTime() - ticked >= VIRTUAL_PAUSE)) {
      return true;
    }
    AtomicReferenceArray<SnarlSlot> slots = SnarlProbe.slots;
    for (int i = next(slots, 0); slots != null && i < slots.length(); i = next(slots, i + 1)) {
      SnarlSlot slot = slots.get(i);
      if (slot != null && !(slot.owner instanceof AgentThread) && goesOn(slot)) {
        return true;
      }
    }
    lastTick = System.nanoTime(); // up to now there was nothing
    return census.anyAtALock();
  }

  /** Where the next slot is; the end if there is none. Most places are empty. */
  private static int next(@Nullable AtomicReferenceArray<SnarlSlot> slots, int from) {
    int end = slots == null ? 0 : slots.length();
    int i = from;
    while (i < end && slots != null && slots.get(i) == null) {
      i++;
    }
    return i;
  }

  private static boolean goesOn(SnarlSlot slot) {
    return slot.waits > 0
        || slot.runs > 0
        || slot.claimed != null
        || slot.asks != null
        || slot.coroutineDepth > 0;
  }

  /** Whether something goes on, or has happened since the last snapshot. */
  public boolean lively() {
    return lively;
  }

  public void tick() {
    long now = System.nanoTime();
    long elapsed = lastTick == 0 ? Tick.NANOS : Math.min(now - lastTick, CREDITED);
    lastTick = now;
    ticked = now;
    lively |= recorder.events != events || recorder.detached.stirs();
    events = recorder.events;
    pools.tick(looks, now);
    coroutines.begin(blockingCoroutines.anyWorker());
    threads = new Threads(recorder.names, pools, census::waits, virtualLooks, now);
    resolver = new Resolver(threads, decorated);
    waits.begin();
    libraries.begin(now);
    queued.begin();
    likelyPairs.begin();
    readSlots(now);
    coroutines.look(looks, now, elapsed);
    libraries.tick(looks, now, elapsed);
    if (!waits.all().isEmpty() || !earlier.isEmpty()) {
      queued.addTo(resolver, waits.all(), now);
      census.addTo(resolver);
      resolver.link();
      earlier.addTo(waits.all(), resolver);
      resolver.settle(waits.futures());
      pairs.tick(waits.all(), resolver, threads, looks, now, elapsed);
      waits.findSites(looks, now);
      waits.ask(threads, resolver);
    }
    likelyPairs.tick(resolver, looks, now, elapsed);
    census.tick(looks, threads, waits.all(), now);
    census.atFutures().forEach(earlier::lookAgain);
    blockingCoroutines.tick(coroutines, threads, looks);
    timers.tick(looks, now);
    taskRuns.tick(looks, now, elapsed);
    carriers.tick(looks, recorder.virtualThreads, now, elapsed);
    likely.tick(looks, now);
    actors.tick(threads, looks, now);
    threads.look(looks, recorder.sites, now);
    looks.take();
    census.end(now);
    waits.credit(now);
    coroutines.end(elapsed);
    calm &=
        waits.all().isEmpty()
            && earlier.isEmpty()
            && census.calm()
            && !pools.busy()
            && !coroutines.watches()
            && !libraries.watches()
            && !likely.any();
    lively |= !calm;
  }

  /** Whether the last tick saw a thread that has begun to wait for long. */
  public boolean newLongWait() {
    return waits.newLong() || census.newLong();
  }

  private void readSlots(long now) {
    AtomicReferenceArray<SnarlSlot> slots = SnarlProbe.slots;
    turn++;
    calm = true;
    for (int i = next(slots, 0); slots != null && i < slots.length(); i = next(slots, i + 1)) {
      SnarlSlot slot = slots.get(i);
      Thread owner = slot == null ? null : slot.owner;
      if (slot == null || owner == null || owner instanceof AgentThread) {
        continue;
      }
      boolean inTurn = (i + turn) % TURNS == 0;
      if (inTurn && SlotSweep.gone(slot, owner)) {
        recorder.threads.ended(slot, owner, now);
        SnarlProbe.release(slot);
        continue;
      }
      calm &= !goesOn(slot);
      libraries.slot(slot, owner);
      likelyPairs.slot(slot, now);
      coroutines.slot(slot, owner);
      if (slot.runs > 0 || slot.claimed != null) {
        resolver.addRunning(slot, owner);
      }
      Waiting waiting = Waiting.in(slot);
      if (waiting != null) {
        waits.all().add(waiting);
      }
      SlotSweep.letGo(slot, now, inTurn);
    }
  }

  // ---- records ----

  /** CPU time of the calling thread, the observer's, cumulative; 0 where the JVM keeps none. */
  public long cpuNanos() {
    return Machine.agentCpuNanos();
  }

  /**
   * The host with what libraries hold now.
   *
   * @param nanos CPU time, cumulative, that reading the host took on a thread of its own
   */
  public Host completed(Host host, long nanos) {
    own.helperNanos = nanos;
    return recorder.resources.addTo(host, recorder.executors.all);
  }

  /** The latest tasks of a pool by its id; null if none are kept. Any thread. */
  public @Nullable Trace trace(long pool) {
    return pools.traces().of(pool);
  }

  public Snapshot snapshot(Vitals vitals) {
    long now = System.nanoTime();
    lively = false;
    List<Pool> all = poolRecords.at(now);
    return new Snapshot(
        now,
        Instant.now(),
        coroutines.withSchedulers(all),
        waits(vitals.host().network().within()),
        totals.blocked(),
        totals.pairs(),
        totals.fanOuts(),
        totals.serial(now),
        totals.starts(),
        totals.builds(),
        coroutines.record(lastTick),
        health(),
        Machine.now(now - began),
        pins.record(),
        libraries.record(now),
        vitals,
        census.record(threads, lastTick).with(actors.enders(threads), actors.givers(threads)),
        timers.record(all),
        taskRuns.record(threads),
        carriers.record());
  }

  private List<Wait> waits(@Nullable Within within) {
    List<Wait> all = waits.records(threads, resolver, lastTick);
    census.addTo(all, threads, lastTick);
    blockingCoroutines.addTo(all, threads, lastTick);
    likely.addTo(all, threads, within, lastTick);
    return all;
  }

  private Snapshot.Health health() {
    own.dropped("pairs", pairs.pairs.dropped.get());
    own.dropped("pinned", pins.dropped());
    own.dropped("locks", census.dropped());
    own.dropped("runs", taskRuns.dropped());
    return own.record(recorder);
  }
}
