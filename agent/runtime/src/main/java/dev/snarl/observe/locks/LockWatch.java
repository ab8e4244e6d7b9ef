package dev.snarl.observe.locks;

import dev.snarl.observe.sites.Idle;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Crowds.LockQueue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the threads that queue for locks, of those that wait for a tick at least: three or more
 * behind one lock are a queue, and what its owner does meanwhile is looked at. The observer's
 * thread only, as part of {@code Census}.
 */
public final class LockWatch {
  private static final int CROWD = 3;
  private static final int OWNERS_EACH_PASS = 3;
  private static final int MOST = 200;
  private static final long FORGOTTEN_AFTER = 180_000_000_000L;

  /** The threads that wait for one lock. */
  private static final class Lot {
    final List<LockWait> waits;
    final @Nullable Thread owner;

    /** How many threads wait, of which these are some. */
    final double threads;

    @Nullable Look seen;
    int episode;
    boolean idle;

    Lot(List<LockWait> waits, @Nullable Thread owner, double threads) {
      this.waits = waits;
      this.owner = owner;
      this.threads = threads;
    }
  }

  private final Sites sites;
  private final Names names;
  private final Monitors monitors;
  private final Map<String, QueuedThreads> queues = new HashMap<>();
  private List<Lot> lots = List.of();
  private long dropped;

  public LockWatch(Sites sites, Names names, Monitors monitors) {
    this.monitors = monitors;
    this.sites = sites;
    this.names = names;
  }

  /** Asks what the owners do for whom most threads wait. */
  public void ask(LockWaits waits, Looks looks, long now) {
    lots = new ArrayList<>();
    double scale = waits.scale();
    for (List<LockWait> each : waits.byLock()) {
      if (each.size() >= CROWD && each.stream().noneMatch(LockWait::left)) {
        lots.add(new Lot(each, owner(each), each.size() * (each.get(0).lock == null ? scale : 1)));
      }
    }
    for (VirtualCrowds.Crowd each : waits.virtualCrowds()) {
      if (each.looked() >= CROWD) {
        ThreadLook.Seen owner = each.owner();
        Lot lot = new Lot(each.waits(), owner == null ? null : owner.thread, each.threads());
        if (owner != null) {
          seen(lot, owner, now);
        }
        lots.add(lot);
      }
    }
    if (lots.size() > OWNERS_EACH_PASS) {
      lots.sort(Comparator.comparingDouble((Lot lot) -> -lot.threads));
    }
    for (Lot lot : lots.subList(0, Math.min(OWNERS_EACH_PASS, lots.size()))) {
      Thread owner = lot.owner;
      if (owner != null && lot.seen == null) {
        Object lock = lot.waits.get(0).lock;
        looks.atAny(
            owner,
            seen -> {
              // It may have given the lock back before the look, and queue for it again.
              if (lock == null || JdkLocks.mayOwn(owner, lock)) {
                seen(lot, seen, now);
              }
            });
      }
    }
  }

  private void seen(Lot lot, ThreadLook.Seen owner, long now) {
    if (owner.stack.length > 0) {
      lot.seen = owner.look(sites, now);
      lot.episode = monitors.episode(owner.thread);
      lot.idle = Idle.is(owner.stack);
    }
  }

  private static @Nullable Thread owner(List<LockWait> waits) {
    LockWait latest = Collections.max(waits, Comparator.comparingLong(wait -> wait.lookedAt));
    return latest.holders.isEmpty() ? null : latest.holders.get(0);
  }

  /**
   * Adds what was seen to the queues.
   *
   * @param elapsed nanoseconds since the pass before
   */
  public void end(long now, long elapsed) {
    queues.values().forEach(QueuedThreads::beginPass);
    lots.forEach(lot -> add(lot, now));
    for (Iterator<QueuedThreads> rest = queues.values().iterator(); rest.hasNext(); ) {
      QueuedThreads queue = rest.next();
      queue.endPass(elapsed);
      if (now - queue.seenAt > FORGOTTEN_AFTER) {
        rest.remove();
      }
    }
    lots = List.of();
  }

  /** Those whose stack was read stand for the others. */
  private void add(Lot lot, long now) {
    if (lot.idle) {
      return;
    }
    Map<QueuedThreads, Integer> counts = new HashMap<>();
    int sited = 0;
    for (LockWait wait : lot.waits) {
      Site site = wait.site;
      sited += site == null ? 0 : 1;
      QueuedThreads queue = site == null || wait.idle ? null : queue(wait);
      if (site != null && queue != null) {
        queue.seen(wait.blockedIn, site.text, now);
        counts.merge(queue, 1, Integer::sum);
      }
    }
    for (Map.Entry<QueuedThreads, Integer> each : counts.entrySet()) {
      QueuedThreads queue = each.getKey();
      queue.threads((int) Math.round(lot.threads * each.getValue() / sited));
      if (lot.seen != null && lot.owner != null) {
        queue.heldBy(lot.owner, lot.episode, names.group(Threads.name(lot.owner)), lot.seen);
      }
    }
  }

  /** Null where every frame is the JDK's: that lock is none of the application's. */
  private @Nullable QueuedThreads queue(LockWait wait) {
    String method = wait.method;
    if (method == null) {
      return null;
    }
    String key = method + ' ' + wait.type + ' ' + (wait.lock == null);
    QueuedThreads queue = queues.get(key);
    if (queue == null) {
      if (queues.size() >= MOST) {
        dropped++;
        return null;
      }
      queue = new QueuedThreads(method, wait.type, wait.lock == null);
      queues.put(key, queue);
    }
    return queue;
  }

  public List<LockQueue> record() {
    return queues.values().stream().map(QueuedThreads::record).toList();
  }

  public long dropped() {
    return dropped;
  }
}
