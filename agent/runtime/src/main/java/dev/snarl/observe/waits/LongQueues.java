package dev.snarl.observe.waits;

import dev.snarl.observe.live.Tick;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.PoolNotes;
import dev.snarl.observe.pools.PoolTypes;
import dev.snarl.observe.slots.Waiting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlQueueLens;
import java.util.concurrent.SnarlSlot;

/**
 * Finds the tasks that waits need far back in a long queue, behind those that each tick copies:
 * only for pools that stand still, since nothing is taken from those. A look costs some
 * milliseconds for a million tasks, so the next comes after a hundred times as long as the last
 * took. The observer's thread only.
 */
final class LongQueues {

  private static final int MOST = 20_000_000;
  private static final int PAUSE = 100;
  private static final long STANDS_STILL = 2 * Tick.NANOS;

  /** What was found in a pool since it stands still. */
  private record Found(long standsStillSince, long lookAgainAt, List<Object> tasks) {}

  private IdentityHashMap<Known, Found> before = new IdentityHashMap<>();
  private IdentityHashMap<Known, Found> byPool = new IdentityHashMap<>();
  private final Object[] into = new Object[1_000];

  /**
   * At each tick: what was found is kept for pools that are asked about again, and for no others.
   */
  void begin() {
    before = byPool;
    byPool = new IdentityHashMap<>();
  }

  /** What the waits need, as far as the threads that wait handed it over themselves. */
  static Set<Object> wanted(List<Waiting> waits) {
    Set<Object> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Waiting wait : waits) {
      wanted.add(wait.future());
      SnarlSlot slot = wait.slot();
      for (Object submitted : slot.submitted) {
        if (submitted != null && SnarlFutureLens.unfinished(submitted)) {
          wanted.add(submitted);
        }
      }
    }
    return wanted;
  }

  void addTo(Resolver resolver, Known known, Object executor, Set<Object> wanted, long now) {
    PoolNotes notes = known.notes;
    long since = notes.progressAt;
    if (notes.size == 0
        || notes.active < notes.size
        || now - since < STANDS_STILL
        || !(PoolTypes.of(executor).queue(executor) instanceof LinkedBlockingQueue<?> queue)) {
      return;
    }
    Found found = before.get(known);
    if (found == null || found.standsStillSince != since || now - found.lookAgainAt >= 0) {
      found = look(queue, wanted, since);
    }
    byPool.put(known, found);
    for (Object task : found.tasks) {
      resolver.addQueued(task, known.id);
    }
  }

  private Found look(LinkedBlockingQueue<?> queue, Set<Object> wanted, long since) {
    long begin = System.nanoTime();
    int n = SnarlQueueLens.find(queue, task -> isWanted(task, wanted), MOST, into);
    List<Object> tasks = new ArrayList<>(n);
    for (int i = 0; i < n; i++) {
      tasks.add(into[i]);
      into[i] = null;
    }
    long end = System.nanoTime();
    return new Found(since, end + PAUSE * (end - begin), tasks);
  }

  private static boolean isWanted(Object task, Set<Object> wanted) {
    Object future = SnarlFutureLens.futureOf(task);
    return future != null && wanted.contains(future);
  }
}
