package dev.snarl.observe.pairs;

import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.sites.Cells;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.Table;
import dev.snarl.observe.slots.Notes;
import dev.snarl.observe.slots.Waiting;
import dev.snarl.observe.slots.WaitsOver;
import dev.snarl.observe.waits.GuavaFutures;
import dev.snarl.observe.waits.Resolver;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Odds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlWaits;
import org.jspecify.annotations.Nullable;

/**
 * Samples, at each tick, the waits of threads that have one unfinished task, and adds up the time
 * in which the thread that runs it was blocked as well. Within a budget of looks; what was not
 * looked at is estimated from what was. The observer's thread only.
 */
public final class PairSampler {

  private static final int WAITS_EACH_TICK = 256;
  private static final int LOOKS_EACH_TICK = 8;

  public record PairKey(Site waiter, Site worker) {}

  /** Written by the observer alone. */
  public static final class Pair {
    private static final long GAP = 5_000_000_000L;

    public final PairKey key;
    public long waits;
    public long nanos;

    /** Whether it is only likely that the one waits for the other. */
    public boolean likely;

    /** How often such a worker was seen to end such a wait, where only that makes it likely. */
    public @Nullable Odds odds;

    /** When both were first and last seen blocked, without a gap longer than {@link #GAP}. */
    public long since;

    public long last;
    public String waiterPool = "";
    public String workerPool = "";
    public String blockedIn = "";
    public String creation = "unknown";
    public String waiterThread = "";
    public String workerThread = "";

    Pair(PairKey key) {
      this.key = key;
    }

    void seen(long now) {
      if (waits == 0 || now - last > GAP) {
        since = now;
      }
      last = now;
    }
  }

  public final Table<PairKey, Pair> pairs =
      new Table<>(1_000, new PairKey(Site.OTHER, Site.OTHER), Pair::new);

  private final Sites sites;
  private final Names names;
  private final PoolWatch pools;
  private int nextWait;
  private int next;

  public PairSampler(Sites sites, Names names, PoolWatch pools) {
    this.sites = sites;
    this.names = names;
    this.pools = pools;
  }

  /** A parked waiter and the thread that runs what it waits for. */
  record Candidate(Waiting waiter, Thread worker) {}

  public void tick(
      List<Waiting> waits,
      Resolver resolver,
      Threads threads,
      Looks looks,
      long now,
      long elapsed) {
    List<Candidate> candidates = new ArrayList<>();
    int asked = Math.min(WAITS_EACH_TICK, waits.size());
    for (int i = 0; i < asked; i++) {
      Waiting wait = waits.get(Math.floorMod(nextWait++, waits.size()));
      Thread worker = single(wait, resolver, threads);
      if (worker != null) {
        candidates.add(new Candidate(wait, worker));
      }
    }
    int most = Math.min(LOOKS_EACH_TICK, candidates.size());
    long weight = elapsed * candidates.size() * waits.size() / Math.max(1, asked * most);
    for (int i = 0; i < most; i++) {
      Candidate chosen = candidates.get(Math.floorMod(next++, candidates.size()));
      Waiting wait = chosen.waiter();
      if (wait.knownSite(Notes.of(wait.slot())) == null) {
        looks.at(wait.thread(), seen -> wait.sited(seen, sites));
      }
      looks.at(chosen.worker(), seen -> add(chosen, seen.look(sites, now), weight));
    }
  }

  /** The one thread that the waiter waits for, if it is the waiter's only unfinished job. */
  private @Nullable Thread single(Waiting wait, Resolver resolver, Threads threads) {
    SnarlSlot slot = wait.slot();
    Object future = wait.future();
    Site known = wait.knownSite(Notes.of(slot));
    Site site = known == null ? Site.OTHER : known;
    if (!WaitsOver.alone(slot, future, wait.width(), site)
        || (!WaitsOver.own(slot, future) && !WaitsOver.own(slot, GuavaFutures.root(future)))
        || outstanding(slot) - site.notWaitedFor() > 1) {
      return null;
    }
    return resolver.need(future) instanceof Need.Running running
        ? threads.byId(running.thread().id())
        : null;
  }

  private static int outstanding(SnarlSlot slot) {
    int n = 0;
    for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
      n += SnarlWaits.outstanding(slot, i) ? 1 : 0;
    }
    return n;
  }

  private void add(Candidate candidate, Look at, long weight) {
    Thread worker = candidate.worker();
    SnarlSlot workerSlot = SnarlProbe.slotFor(worker);
    if (workerSlot != null) {
      Notes.of(workerSlot).look = at;
    }
    Waiting wait = candidate.waiter();
    Site site = wait.knownSite(Notes.of(wait.slot()));
    // A thread that went on meanwhile proves nothing.
    if (!at.held() || site == null || !wait.stillGoingOn()) {
      return;
    }
    held(wait.slot(), wait.thread(), wait.count(), site, worker, at, weight);
  }

  /**
   * Adds a look that saw both threads blocked.
   *
   * @param wait tells it from the waiter's other waits
   * @param weight time for which the look stands
   */
  Pair held(
      SnarlSlot slot, Thread waiter, long wait, Site site, Thread worker, Look at, long weight) {
    Notes notes = Notes.of(slot);
    Pair pair = pairs.cell(new PairKey(site, at.site()));
    // Each sample stands for the whole tick, also in a wait shorter than that: right on average.
    pair.nanos += weight;
    pair.seen(at.at());
    if (notes.pairedWait != wait) {
      notes.pairedWait = wait;
      pair.waits++;
    }
    pair.blockedIn = at.blockedIn() == null ? "" : at.blockedIn();
    pair.waiterThread = Names.cut(waiter.getName());
    pair.workerThread = Names.cut(worker.getName());
    Known waiters = pools.poolOf(waiter);
    pair.waiterPool =
        waiters == null || waiters.notes.name == null
            ? notes.group(waiter, names)
            : waiters.notes.name;
    describeWorker(pair, worker, SnarlProbe.slotOf(worker));
    return pair;
  }

  private void describeWorker(Pair pair, Thread worker, @Nullable SnarlSlot slot) {
    Known pool = pools.poolOf(worker);
    Cells.Start start = slot != null && slot.extension instanceof Notes notes ? notes.start : null;
    if (pool != null) {
      pair.creation = "pool";
      pair.workerPool = pool.notes.name == null ? "" : pool.notes.name;
    } else if (start != null) {
      pair.creation = "new thread";
      pair.workerPool =
          switch (start.key.factory()) {
            case COMPLETABLE_FUTURE -> "CompletableFuture.ThreadPerTask";
            default -> names.group(worker.getName());
          };
    }
    if (pair.workerPool.isEmpty()) {
      pair.workerPool = names.group(worker.getName());
    }
  }
}
