package dev.snarl.observe.waits;

import dev.snarl.observe.live.VirtualLens;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads that wait for one another's results in a ring. Most virtual threads may wait for
 * as long as they like; so of those that compute a future, and are parked themselves, only such are
 * looked for: a pass over these and their futures' waiters, once a second. The observer's thread
 * only.
 */
public final class VirtualRings {
  private static final int MOST = 5_000;
  private static final int DEPENDENTS = 100;

  /** Parked virtual threads by the futures that they compute. */
  private final IdentityHashMap<Object, Thread> computing = new IdentityHashMap<>();

  private IdentityHashMap<Object, Thread> ring = new IdentityHashMap<>();
  private Set<Thread> members = Set.of();

  /** Of the pass over virtual threads: one that is parked at an object. */
  public void count(Thread virtual) {
    if (computing.size() < MOST) {
      Object task = VirtualLens.task(virtual);
      Object future = task == null ? null : SnarlFutureLens.futureOf(task);
      if (future != null && parked(future, virtual)) {
        computing.put(future, virtual);
      }
    }
  }

  private static boolean parked(Object future, Thread virtual) {
    return VirtualLens.doing(virtual) == VirtualLens.PARKED && SnarlFutureLens.unfinished(future);
  }

  /** Looks who waits for whom. */
  public void look() {
    computing.entrySet().removeIf(each -> !parked(each.getKey(), each.getValue()));
    IdentityHashMap<Thread, Object> waits = new IdentityHashMap<>();
    computing.forEach(
        (future, thread) -> {
          Object blocker = LockSupport.getBlocker(thread);
          if (blocker != null && computing.containsKey(blocker)) {
            waits.put(thread, blocker); // a task is what its waiters are parked on
          }
          Object completion = SnarlFutureLens.dependents(future);
          for (int i = 0; i < DEPENDENTS && completion != null; i++) {
            Thread waiter = SnarlFutureLens.waiter(completion);
            if (waiter != null) {
              waits.put(waiter, future);
            }
            completion = SnarlFutureLens.next(completion);
          }
        });
    ring = new IdentityHashMap<>();
    Set<Thread> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Thread thread : computing.values()) {
      follow(thread, waits, seen);
    }
    members = Collections.newSetFromMap(new IdentityHashMap<>());
    members.addAll(ring.values());
  }

  /** Each thread waits for one at most, so a path that meets itself has closed a ring. */
  private void follow(Thread from, Map<Thread, Object> waits, Set<Thread> seen) {
    Set<Thread> path = Collections.newSetFromMap(new IdentityHashMap<>());
    Thread at = from;
    while (at != null && seen.add(at)) {
      path.add(at);
      at = next(at, waits);
    }
    if (at != null && path.contains(at)) {
      Thread first = at;
      do {
        Object future = waits.get(at);
        at = next(at, waits);
        if (future != null && at != null) {
          ring.put(future, at);
        }
      } while (at != null && at != first);
    }
  }

  private @Nullable Thread next(Thread thread, Map<Thread, Object> waits) {
    Object future = waits.get(thread);
    return future == null ? null : computing.get(future);
  }

  /** Whether it is one of a ring. */
  public boolean has(Thread virtual) {
    return members.contains(virtual);
  }

  /** Those of rings, as far as they wait. */
  public List<Thread> members() {
    return new ArrayList<>(members);
  }

  /** What they compute. */
  public void addTo(Resolver resolver) {
    ring.forEach(resolver::addRunning);
  }
}
