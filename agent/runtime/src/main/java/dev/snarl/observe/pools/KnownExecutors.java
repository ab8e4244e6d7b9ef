package dev.snarl.observe.pools;

import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.Table;
import dev.snarl.snapshot.Pool;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SnarlExecutors;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlQueueLens;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The executors that were built or found, held weakly, and what becomes of them: who owns them, who
 * feeds them, whether they stop, what they refuse. Written on the application's threads; the
 * observer reads, and drops those that are gone.
 */
public final class KnownExecutors {

  private static final int MOST = 5_000;

  /** Queues in front of pools leave room for pools. */
  private static final int MOST_WITH_LIMITERS = 1_000;

  private static final int SITES_OF_REJECTIONS = 20;

  public final ConcurrentHashMap<Known, Known> all = new ConcurrentHashMap<>();
  public final Table<Site, BuildCell> builds = new Table<>(500, Site.OTHER, BuildCell::new);
  public final AtomicLong dropped = new AtomicLong();

  /** Those known whose tasks are not timed, since the probe had no room for them. */
  public final AtomicLong untimed = new AtomicLong();

  private final Sites sites;

  public KnownExecutors(Sites sites) {
    this.sites = sites;
  }

  /** The executor whose worker the thread is, the JDK's or a library's; null if it is none. */
  public static @Nullable Object of(Thread thread) {
    Object executor = SnarlPoolLens.executorOf(thread);
    return executor == null ? PoolTypes.executorOf(thread) : executor;
  }

  /** Also one that was built before the agent came, as the common pool may be. */
  public @Nullable Known known(Object executor) {
    Known known = all.get(Known.key(executor));
    if (known != null) {
      return known;
    }
    if (all.size() >= MOST) {
      dropped.incrementAndGet();
      return null;
    }
    Known found = new Known(executor, null, null, 0, System.nanoTime());
    found.fedByOther = true;
    known = all.putIfAbsent(found, found);
    if (known == null) {
      register(found);
      known = found;
    }
    return known;
  }

  private void register(Known known) {
    if (!SnarlPool.register(known)) {
      untimed.incrementAndGet();
    }
  }

  public void built(Object executor) {
    Known met = all.get(Known.key(executor));
    if (met != null) {
      if (met.site == null) {
        met.site = sites.here().site; // its constructor starts threads, as Tomcat's: one was faster
      }
      return;
    }
    Site site = sites.here().site;
    if (Limiter.is(executor)) {
      limited(executor, site);
      return;
    }
    BuildCell build = builds.cell(site);
    build.built.incrementAndGet();
    build.type = executor.getClass().getName();
    if (all.size() >= MOST) {
      dropped.incrementAndGet();
      return;
    }
    Known known =
        new Known(executor, site, build, SnarlProbe.id(Thread.currentThread()), System.nanoTime());
    all.put(known, known);
    register(known);
    SnarlExecutors.watchFeeders = true;
  }

  /** Each may be of one task or connection, which is no fault; so neither is it built per call. */
  private void limited(Object executor, Site site) {
    if (all.size() >= MOST_WITH_LIMITERS) {
      dropped.incrementAndGet();
      return;
    }
    Known known = new Known(executor, site, null, 0, System.nanoTime());
    known.fedByOther = true;
    all.put(known, known);
  }

  public void owned(Object owner, Object executor) {
    Known known = all.get(Known.key(executor));
    if (known != null) {
      known.owner = new WeakReference<>(owner);
    }
  }

  public void fed(@Nullable SnarlSlot slot, Object executor) {
    Known known = all.get(Known.key(executor));
    if (known != null && !known.fedByOther) {
      known.feed(SnarlProbe.id(Thread.currentThread()));
    } else if (slot != null) {
      slot.unwatched = executor;
    }
  }

  public void stopping(Object executor) {
    Known known = all.get(Known.key(executor));
    if (known != null) {
      known.stopping = true;
    }
  }

  /** Whether it was shut down; not told of one whose threads end with their task anyway. */
  public static boolean isStopping(Object executor) {
    PoolType type = PoolTypes.of(executor);
    return type.kind(executor) != Pool.Kind.THREAD_PER_TASK && type.shutdown(executor);
  }

  /** As the rejection message of the JDK says it. */
  private static @Nullable String state(Object executor) {
    PoolType type = PoolTypes.of(executor);
    Object queue = type.queue(executor);
    return queue == null
        ? null
        : "pool size = "
            + type.size(executor)
            + ", maximum = "
            + type.max(executor)
            + ", queued tasks = "
            + SnarlQueueLens.length(queue);
  }

  /**
   * Libraries that submit what may be refused to pools of their own, and catch the refusal. H2's
   * {@code LobStorageMap} so starts a clean-up unless one runs.
   */
  private static boolean doesWithout(String caller) {
    return caller.startsWith("org.h2.");
  }

  public void rejected(Object executor) {
    if (isStopping(executor)) {
      return; // refusing during shutdown is what a pool should do
    }
    Known known = all.get(Known.key(executor));
    if (known == null) {
      return;
    }
    // Counted last: whoever sees the count also sees where it came from.
    long count = known.rejected.get() + 1;
    if (count <= 100 || (count & 63) == 0) {
      Sites.Path path = sites.here();
      Site site = path.site;
      long standsFor = count <= 100 ? 1 : 64;
      if (!doesWithout(path.caller)) {
        known.rejectedLost.addAndGet(standsFor);
      }
      AtomicLong at = known.rejectedAt.get(site);
      if (at == null && known.rejectedAt.size() < SITES_OF_REJECTIONS) {
        AtomicLong fresh = new AtomicLong();
        at = known.rejectedAt.putIfAbsent(site, fresh);
        at = at == null ? fresh : at;
      }
      if (at != null) {
        at.addAndGet(standsFor);
      }
      known.rejectedState = state(executor);
    }
    known.rejected.incrementAndGet();
  }
}
