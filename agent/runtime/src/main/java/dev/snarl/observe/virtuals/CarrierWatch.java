package dev.snarl.observe.virtuals;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.PoolTypes;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.snapshot.CarrierQueue;
import dev.snarl.snapshot.Pool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SnarlPoolLens;
import org.jspecify.annotations.Nullable;

/**
 * For how long a virtual thread that is ready to run has waited for a carrier, and what the
 * carriers do meanwhile. The scheduler of JEP 444 takes the oldest task of each of its queues
 * first; so while the number of tasks taken from a queue that is not empty stays the same, its
 * oldest waits. The observer's thread only.
 */
public final class CarrierWatch {
  private static final int MOST = 1_024;
  private static final int LOOKS_EACH_ROUND = 64;
  private static final long LONG = 3 * Tick.NANOS;
  private static final long ROUND = 5 * Tick.NANOS;

  /** A tick that came late, as after a pause of the JVM, proves no more than this. */
  private static final long LONGEST_TICK = 2 * Tick.NANOS;

  /** What stays the same, and for how long it has been so. */
  private record Same(Object what, long nanos) {}

  private record Doing(@Nullable String site, @Nullable String blockedIn) {}

  private record Seen(Doing doing, boolean lockedOut) {}

  private final KnownExecutors executors;
  private final Sites sites;
  private final Object[] holders = new Object[MOST];
  private final int[] taken = new int[MOST];
  private final Thread[] carriers = new Thread[MOST];
  private @Nullable ForkJoinPool scheduler;
  private IdentityHashMap<Object, Same> queues = new IdentityHashMap<>();
  private IdentityHashMap<Object, Same> mounted = new IdentityHashMap<>();
  private List<Seen> seen = new ArrayList<>();
  private long waited;
  private long lastRound;
  private boolean lockedOutBefore;

  public CarrierWatch(KnownExecutors executors, Sites sites) {
    this.executors = executors;
    this.sites = sites;
  }

  public void tick(Looks looks, boolean virtualThreads, long now, long elapsed) {
    ForkJoinPool pool = scheduler(virtualThreads);
    if (pool == null) {
      return;
    }
    long passed = Math.min(elapsed, LONGEST_TICK);
    int n = SnarlPoolLens.heads(pool, holders, taken);
    IdentityHashMap<Object, Same> before = queues;
    queues = new IdentityHashMap<>();
    waited = 0;
    for (int i = 0; i < n; i++) {
      Same head = since(before.get(holders[i]), taken[i], passed);
      queues.put(holders[i], head);
      waited = Math.max(waited, head.nanos);
      holders[i] = ""; // which keeps nothing alive
    }
    if (n == 0 && mounted.isEmpty()) {
      return;
    }
    carriers(pool, n == 0, passed);
    if (waited < LONG) {
      seen = new ArrayList<>();
      lockedOutBefore = false;
    } else if (now - lastRound >= ROUND) {
      lastRound = now;
      look(looks);
    }
  }

  private static Same since(@Nullable Same before, Object what, long passed) {
    return before != null && before.what.equals(what)
        ? new Same(what, before.nanos + passed)
        : new Same(what, 0);
  }

  /** The only one of its kind: the JDK has no other. */
  private @Nullable ForkJoinPool scheduler(boolean virtualThreads) {
    if (scheduler == null && virtualThreads) {
      for (Known known : executors.all.keySet()) {
        Object executor = known.get();
        if (executor instanceof ForkJoinPool pool
            && PoolTypes.of(pool).kind(pool) == Pool.Kind.CARRIERS) {
          scheduler = pool;
        }
      }
    }
    return scheduler;
  }

  private void carriers(ForkJoinPool pool, boolean calm, long passed) {
    IdentityHashMap<Object, Same> before = mounted;
    mounted = new IdentityHashMap<>();
    int n = calm ? 0 : SnarlPoolLens.workers(pool, carriers);
    for (int i = 0; i < n; i++) {
      Thread virtual = SnarlPoolLens.mounted(carriers[i]);
      if (virtual != null) {
        Same last = before.get(virtual);
        mounted.put(virtual, since(last, JdkCalls.id(carriers[i]), passed));
      }
    }
    Arrays.fill(carriers, 0, n, null);
  }

  private void look(Looks looks) {
    lockedOutBefore = allLockedOut();
    List<Seen> fresh = new ArrayList<>();
    int budget = LOOKS_EACH_ROUND;
    for (Map.Entry<Object, Same> each : mounted.entrySet()) {
      if (each.getValue().nanos >= LONG && budget-- > 0) {
        looks.atMounted(
            (Thread) each.getKey(),
            at -> {
              if (at.stack.length > 0) {
                Look look = at.look(sites, 0);
                String site = look.site() == Site.OTHER ? null : look.site().text;
                boolean lockedOut = LockedOut.is(at.thread, look.blockedIn());
                fresh.add(new Seen(new Doing(site, look.blockedIn()), lockedOut));
              }
            });
      }
    }
    seen = fresh;
  }

  private boolean allLockedOut() {
    return scheduler != null
        && seen.size() == JdkCalls.size(scheduler)
        && seen.stream().allMatch(Seen::lockedOut);
  }

  /** Null while no virtual thread waits for long. */
  public @Nullable CarrierQueue record() {
    ForkJoinPool pool = scheduler;
    if (pool == null || waited < LONG) {
      return null;
    }
    Map<Doing, Integer> counts = new HashMap<>();
    seen.forEach(each -> counts.merge(each.doing, 1, Integer::sum));
    List<CarrierQueue.Holder> holders = new ArrayList<>();
    counts.forEach(
        (each, count) -> holders.add(new CarrierQueue.Holder(each.site, each.blockedIn, count)));
    holders.sort((a, b) -> b.carriers() - a.carriers());
    return new CarrierQueue(
        waited,
        JdkCalls.waiting(pool),
        JdkCalls.size(pool),
        mounted.size(),
        holders,
        lockedOutBefore && allLockedOut());
  }
}
