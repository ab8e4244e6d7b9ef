package dev.snarl.rules;

import dev.snarl.snapshot.Actor;
import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.BuildSite;
import dev.snarl.snapshot.CarrierQueue;
import dev.snarl.snapshot.Coroutines;
import dev.snarl.snapshot.Crowds;
import dev.snarl.snapshot.Doing;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.Durations;
import dev.snarl.snapshot.Ender;
import dev.snarl.snapshot.FanOut;
import dev.snarl.snapshot.Giver;
import dev.snarl.snapshot.LateRuns;
import dev.snarl.snapshot.LibraryUse;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.PinnedSite;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.SerialWait;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.StartSite;
import dev.snarl.snapshot.StuckRun;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Vitals;
import dev.snarl.snapshot.Wait;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Snapshots built by hand. */
public final class Snapshots {
  public static final long SECOND = 1_000_000_000L;
  public static final Instant START = Instant.parse("2026-11-21T03:00:00Z");

  private final double second;
  private final List<Pool> pools = new ArrayList<>();
  private final List<Wait> waits = new ArrayList<>();
  private final List<BlockedSite> blocked = new ArrayList<>();
  private final List<DoubleHeld> pairs = new ArrayList<>();
  private final List<FanOut> fanOuts = new ArrayList<>();
  private final List<SerialWait> serialWaits = new ArrayList<>();
  private final List<StartSite> starts = new ArrayList<>();
  private final List<BuildSite> builds = new ArrayList<>();
  private final List<PinnedSite> pinned = new ArrayList<>();
  private LibraryUse libraries = LibraryUse.NONE;
  private Coroutines coroutines = Coroutines.NONE;
  private int java = 17;
  private long observedNanos;
  private Vitals vitals = Vitals.NONE;
  private Crowds crowds = Crowds.NONE;
  private List<LateRuns> lateTimers = List.of();
  private List<StuckRun> stuckRuns = List.of();
  private @Nullable CarrierQueue carriers;

  private Snapshots(double second) {
    this.second = second;
  }

  public static Snapshots at(double second) {
    return new Snapshots(second);
  }

  /** Two snapshots a second for {@code seconds}, as the observer would take them. */
  public static Timeline during(double seconds, DoubleFunction<Snapshots> each) {
    List<Snapshot> history = new ArrayList<>();
    for (double second = 0; second <= seconds; second += 0.5) {
      history.add(each.apply(second).build());
    }
    return new Timeline(history);
  }

  public static Thresholds defaults(Rule rule) {
    return new Thresholds(rule.defaults());
  }

  public static List<Verdict> judge(Rule rule, Timeline timeline) {
    return rule.judge(timeline, defaults(rule));
  }

  public Snapshots pool(PoolBuilder pool) {
    pools.add(pool.build());
    return this;
  }

  public Snapshots observed(double seconds) {
    observedNanos = (long) (seconds * SECOND);
    return this;
  }

  public Snapshots waiting(Wait... more) {
    waits.addAll(List.of(more));
    return this;
  }

  public Snapshots blockedSites(BlockedSite... rows) {
    blocked.addAll(List.of(rows));
    return this;
  }

  public Snapshots blockedAt(String site, double seconds) {
    blocked.add(new BlockedSite(site, "t-#", "future-task", 1, (long) (seconds * SECOND)));
    return this;
  }

  public Snapshots pair(DoubleHeld pair) {
    pairs.add(pair);
    return this;
  }

  public Snapshots fanOut(FanOut fanOut) {
    fanOuts.add(fanOut);
    return this;
  }

  public Snapshots serial(SerialWait wait) {
    serialWaits.add(wait);
    return this;
  }

  public Snapshots start(StartSite start) {
    starts.add(start);
    return this;
  }

  public Snapshots built(BuildSite build) {
    builds.add(build);
    return this;
  }

  public Snapshots pinned(PinnedSite site) {
    pinned.add(site);
    return this;
  }

  public Snapshots libraries(LibraryUse use) {
    libraries = use;
    return this;
  }

  public Snapshots detached(Coroutines.Detached... sites) {
    coroutines =
        new Coroutines(
            coroutines.started(),
            coroutines.completed(),
            List.of(),
            List.of(),
            List.of(sites),
            List.of(),
            List.of());
    return this;
  }

  public Snapshots view(Coroutines.View view) {
    coroutines = new Coroutines(0, 0, List.of(), List.of(view), List.of(), List.of(), List.of());
    return this;
  }

  public Snapshots coroutines(long started, long completed) {
    coroutines =
        new Coroutines(started, completed, List.of(), List.of(), List.of(), List.of(), List.of());
    return this;
  }

  public Snapshots blocking(Coroutines.Blocking... sites) {
    coroutines = new Coroutines(0, 0, List.of(), List.of(), List.of(), List.of(sites), List.of());
    return this;
  }

  public Snapshots vitals(Vitals read) {
    vitals = read;
    return this;
  }

  public Snapshots late(LateRuns... seen) {
    lateTimers = List.of(seen);
    return this;
  }

  public Snapshots stuck(StuckRun... seen) {
    stuckRuns = List.of(seen);
    return this;
  }

  public Snapshots crowds(Crowds seen) {
    crowds = seen;
    return this;
  }

  /** Who usually ends the waits at a line. */
  public Snapshots ender(Ender ender) {
    return crowds(crowds.with(List.of(ender), List.of()));
  }

  /** Who gives something to do to those. */
  public Snapshots givers(Giver... givers) {
    return crowds(crowds.with(crowds.enders(), List.of(givers)));
  }

  public Snapshots java(int feature) {
    java = feature;
    return this;
  }

  public Snapshot build() {
    return new Snapshot(
        (long) (second * SECOND),
        START.plusMillis((long) (second * 1000)),
        pools,
        waits,
        blocked,
        pairs,
        fanOuts,
        serialWaits,
        starts,
        builds,
        coroutines,
        new Snapshot.Health(Map.of(), Map.of(), 0),
        new Snapshot.Environment(java, 2, 1, 1_000_000_000L, 200_000_000L, observedNanos),
        pinned,
        libraries,
        vitals,
        crowds,
        lateTimers,
        stuckRuns,
        carriers);
  }

  public Snapshots carriers(CarrierQueue queue) {
    carriers = queue;
    return this;
  }

  public Timeline alone() {
    return new Timeline(List.of(build()));
  }

  public static ThreadRef thread(long id) {
    return new ThreadRef(id, "t-" + id, "t-#", null);
  }

  public static Wait blocked(long thread, Need need) {
    return blocked(thread, need, false, 1.0);
  }

  public static Wait timed(long thread, Need need) {
    return blocked(thread, need, true, 1.0);
  }

  public static Wait blocked(long thread, Need need, boolean timed, double seconds) {
    return new Wait(
        thread,
        thread(thread),
        "com.acme.Outer.run(Outer.java:10)",
        "FutureTask.get",
        "java.util.concurrent.FutureTask",
        timed,
        (long) (seconds * SECOND),
        need);
  }

  public static Need queued(long pool) {
    return new Need.Queued("com.acme.Inner", pool);
  }

  public static Need running(long thread) {
    return new Need.Running(
        "com.acme.Inner",
        thread(thread),
        new Doing(null, "com.acme.Inner.run(Inner.java:7)", null));
  }

  public static PoolBuilder aPool(long id) {
    return new PoolBuilder(id);
  }

  /** A fixed pool of two busy threads with an unbounded queue, unless told otherwise. */
  public static final class PoolBuilder {
    private final long id;
    private Kind kind = Kind.THREAD_POOL;
    private @Nullable String site;
    private int size = 2;
    private int core = 2;
    private int max = 2;
    private boolean canGrow;
    private int queued;
    private int capacity = Integer.MAX_VALUE;
    private String queue = "java.util.concurrent.LinkedBlockingQueue";
    private long completed;

    /** A policy of a pool whose refusals are harmless. */
    static final String SURPLUS = "lib.DropsSurplus";

    private Pool.Rejections rejections =
        new Pool.Rejections(0, 0, "AbortPolicy", false, false, null, List.of());
    private boolean shutdown;
    private double saturated;
    private double stuck = 1;
    private double oldest;
    private long taskBytes = -1;
    private Pool.Activity activity = Pool.Activity.NONE;
    private Pool.Timing timing = Pool.Timing.NONE;
    private List<Long> threads = List.of();

    PoolBuilder(long id) {
      this.id = id;
      this.site = "com.acme.Pools.build(Pools.java:" + id + ")";
    }

    public PoolBuilder kind(Kind value) {
      kind = value;
      return this;
    }

    public PoolBuilder site(@Nullable String value) {
      site = value;
      return this;
    }

    public PoolBuilder threads(long... ids) {
      threads = LongStream.of(ids).boxed().toList();
      size = ids.length;
      core = ids.length;
      max = ids.length;
      return this;
    }

    public PoolBuilder sizes(int newSize, int newCore, int newMax) {
      size = newSize;
      core = newCore;
      max = newMax;
      return this;
    }

    public PoolBuilder growing() {
      canGrow = true;
      return this;
    }

    public PoolBuilder queued(int value) {
      queued = value;
      return this;
    }

    public PoolBuilder queue(String type, int newCapacity) {
      queue = type;
      capacity = newCapacity;
      return this;
    }

    public PoolBuilder completed(long value) {
      completed = value;
      return this;
    }

    public PoolBuilder rejected(long count, boolean callerRuns) {
      return rejected(count, callerRuns ? "CallerRunsPolicy" : "AbortPolicy", callerRuns);
    }

    public PoolBuilder rejected(long count, String policy, boolean callerRuns) {
      return rejected(count, count, policy, callerRuns);
    }

    /** Of which so many are known not to be a library's that does without. */
    public PoolBuilder rejected(long count, long lost, String policy, boolean callerRuns) {
      rejections =
          new Pool.Rejections(
              count,
              lost,
              policy,
              callerRuns,
              policy.equals(SURPLUS),
              "pool size = 2, active = 2, queued = 10",
              List.of(new Pool.SiteCount("com.acme.Api.send(Api.java:7)", count)));
      return this;
    }

    /** So many tasks lately, each of which waited and ran so long. */
    public PoolBuilder timed(int tasks, double waited, double ran) {
      Durations waits = durations(tasks, waited);
      Durations runs = durations(tasks, ran);
      timing = new Pool.Timing(waits, runs, waits, runs, 1);
      return this;
    }

    private static Durations durations(int tasks, double seconds) {
      long nanos = (long) (seconds * SECOND);
      long[] counts = new long[Durations.buckets()];
      counts[Durations.bucketOf(nanos)] = tasks;
      return Durations.of(counts, tasks * nanos);
    }

    public PoolBuilder shutdown() {
      shutdown = true;
      return this;
    }

    public PoolBuilder saturated(double seconds) {
      saturated = seconds;
      return this;
    }

    public PoolBuilder stuck(double seconds) {
      stuck = seconds;
      return this;
    }

    public PoolBuilder oldest(double seconds) {
      oldest = seconds;
      return this;
    }

    public PoolBuilder taskBytes(long value) {
      taskBytes = value;
      return this;
    }

    public PoolBuilder activity(long onCpu, long blocked) {
      return activity(onCpu, blocked, "java.net.Socket.read");
    }

    /** Blocked in each of these equally often. */
    public PoolBuilder activity(long onCpu, long blocked, String... in) {
      activity =
          new Pool.Activity(
              onCpu,
              blocked,
              Stream.of(in).map(each -> blockedCall(each, blocked / in.length)).toList());
      return this;
    }

    public PoolBuilder blockedIn(Pool.Blocking what, long count) {
      activity = new Pool.Activity(0, count, List.of(new Pool.BlockedCall(what, count)));
      return this;
    }

    /** Blocked in a call, each time until that one acts. */
    public PoolBuilder waitedFor(Pool.Blocking what, Actor actor, long count) {
      return waitedFor(what, count, new Pool.WaitedFor(what, actor, count));
    }

    /** The same where only some looks found for whom. */
    public PoolBuilder waitedFor(Pool.Blocking what, long looks, Pool.WaitedFor... found) {
      activity =
          new Pool.Activity(0, looks, List.of(new Pool.BlockedCall(what, looks)), List.of(found));
      return this;
    }

    /** Of {@code java.net.Socket.read at com.acme.Exec.run(Exec.java:31)}, or without a line. */
    private static Pool.BlockedCall blockedCall(String text, long count) {
      int at = text.lastIndexOf(" at ");
      String call = at < 0 ? text : text.substring(0, at);
      String site = at < 0 ? "" : text.substring(at + " at ".length());
      return new Pool.BlockedCall(new Pool.Blocking(call, site, null), count);
    }

    public Pool build() {
      return new Pool(
          id,
          "pool-" + id,
          kind,
          "java.util.concurrent.ThreadPoolExecutor",
          site,
          size,
          size,
          core,
          max,
          canGrow,
          queued,
          capacity,
          queue,
          completed,
          rejections,
          shutdown,
          (long) (saturated * SECOND),
          (long) (stuck * SECOND),
          (long) (oldest * SECOND),
          taskBytes,
          activity,
          timing,
          threads);
    }
  }
}
