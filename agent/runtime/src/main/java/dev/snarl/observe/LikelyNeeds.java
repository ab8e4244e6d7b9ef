package dev.snarl.observe;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.code.Subclasses;
import dev.snarl.observe.code.TaskCodes;
import dev.snarl.observe.code.TaskContents;
import dev.snarl.observe.ends.CacheLoads;
import dev.snarl.observe.ends.CodeToCome;
import dev.snarl.observe.ends.GoneWakers;
import dev.snarl.observe.ends.LaterEnders;
import dev.snarl.observe.ends.LockedOutWakers;
import dev.snarl.observe.ends.PermitHolders;
import dev.snarl.observe.ends.QueuedWakers;
import dev.snarl.observe.ends.ScopeLatches;
import dev.snarl.observe.ends.Standstill;
import dev.snarl.observe.pairs.LikelyPairs;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.wakes.Wakers;
import dev.snarl.snapshot.Host.Within;
import dev.snarl.snapshot.Wait;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who likely ends the waits whose other end stands in no field: each kind of evidence in turn, of
 * which the first that has one counts. The observer's thread only.
 */
final class LikelyNeeds {
  private final Census census;
  private final Wakers wakers;
  private final LikelyPairs pairs;
  private final CodeToCome toCome;
  private final QueuedWakers queued;
  private final LockedOutWakers lockedOut;
  private final ScopeLatches scopes;
  private final PermitHolders permits;
  private final LaterEnders later;
  private final CacheLoads caches;
  private final GoneWakers gone;
  private final Standstill standstill;

  /**
   * Knows nothing yet.
   *
   * @param loaded all classes of the JVM
   */
  LikelyNeeds(
      Recorder recorder,
      PoolWatch pools,
      Census census,
      Wakers wakers,
      LikelyPairs pairs,
      TaskContents contents,
      Supplier<Class<?>[]> loaded) {
    this.census = census;
    this.wakers = wakers;
    this.pairs = pairs;
    this.toCome = new CodeToCome(contents.codes, census::eachVirtual);
    this.queued =
        new QueuedWakers(
            recorder.executors, recorder.sites, pools.tasks(), contents, wakers, toCome);
    this.lockedOut =
        new LockedOutWakers(
            recorder.executors, recorder.sites, census.monitors(), pools.tasks(), contents, toCome);
    this.scopes = new ScopeLatches(recorder.sites);
    this.permits =
        new PermitHolders(
            recorder.sites, recorder.executors, pools.tasks(), contents, census::eachVirtual);
    TaskCodes codes = new TaskCodes(new Subclasses(loaded));
    this.later =
        new LaterEnders(
            recorder.sites, recorder.executors, pools.tasks(), codes, census::eachVirtual);
    this.caches = new CacheLoads(recorder.sites, KnownLibraries.loads());
    this.gone =
        new GoneWakers(
            recorder.sites,
            recorder.names,
            wakers,
            recorder.failures,
            recorder.executors,
            pools.tasks(),
            contents,
            census::eachVirtual);
    this.standstill =
        new Standstill(
            recorder.sites,
            recorder.executors,
            pools.tasks(),
            codes,
            recorder.failures,
            census::eachVirtual,
            census.monitors()::cpu);
  }

  /** After the census. */
  void tick(Looks looks, long now) {
    queued.tick(looks, now);
    lockedOut.tick(
        looks,
        census.threads(),
        census.virtualWaiters(),
        census.holders(),
        census::lockedOutIn,
        now);
    toCome.tick(looks, census.threads(), now);
    scopes.tick(looks, census.joins(), now);
    permits.tick(looks, census.threads(), now);
    later.tick(looks, census.threads(), now);
    caches.tick(looks, census.threads(), now);
    wakers.tick(looks, now);
    gone.tick(looks, census.threads(), now);
    standstill.tick(looks, census.threads(), now);
  }

  /** Whether it has yet to look at a thread. */
  boolean any() {
    return wakers.any() || gone.any();
  }

  /** Whether a wake was recorded since the last tick. */
  boolean stirs() {
    return wakers.stirs();
  }

  /**
   * Adds them.
   *
   * @param within as in {@code Host.Network}
   */
  void addTo(List<Wait> all, Threads threads, @Nullable Within within, long now) {
    queued.addTo(all, threads, now);
    lockedOut.addTo(all, threads, now);
    scopes.addTo(all, threads, now);
    permits.addTo(all, threads, now);
    later.addTo(all, threads, now);
    caches.addTo(all, threads, now);
    pairs.addTo(all, threads, now);
    gone.addTo(all, threads, now);
    standstill.addTo(all, threads, within, now);
  }
}
