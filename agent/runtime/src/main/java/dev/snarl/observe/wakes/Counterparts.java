package dev.snarl.observe.wakes;

import dev.snarl.observe.live.Places;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.AbstractQueuedSynchronizer.ConditionObject;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Who was seen waiting at another condition of the same lock, and waits at none of it now. Of a
 * bounded queue with one lock, as {@code ArrayBlockingQueue}, that is who takes from it, for a
 * thread that cannot put. The observer's thread only.
 */
final class Counterparts {
  private static final int LOCKS = 256;
  private static final int CONDITIONS = 4;
  private static final int THREADS = 2;

  /** By the identity hashes of the lock and of the condition, those seen last first. */
  private final Map<Integer, Map<Integer, Deque<WeakReference<Thread>>>> byLock =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(
            Map.Entry<Integer, Map<Integer, Deque<WeakReference<Thread>>>> eldest) {
          return size() > LOCKS;
        }
      };

  void waits(Thread thread, @Nullable Object blocker) {
    Object lock = lock(blocker);
    if (lock == null) {
      return;
    }
    Map<Integer, Deque<WeakReference<Thread>>> conditions =
        byLock.computeIfAbsent(System.identityHashCode(lock), key -> new HashMap<>());
    int condition = System.identityHashCode(blocker);
    if (conditions.size() == CONDITIONS && !conditions.containsKey(condition)) {
      conditions.clear();
    }
    Deque<WeakReference<Thread>> waited =
        conditions.computeIfAbsent(condition, key -> new ArrayDeque<>(THREADS + 1));
    waited.removeIf(each -> each.refersTo(thread) || each.refersTo(null));
    waited.addFirst(new WeakReference<>(thread));
    if (waited.size() > THREADS) {
      waited.removeLast();
    }
  }

  List<Thread> of(@Nullable Object blocker) {
    Object lock = lock(blocker);
    List<Thread> found = new ArrayList<>();
    if (lock == null) {
      return found;
    }
    int condition = System.identityHashCode(blocker);
    byLock
        .getOrDefault(System.identityHashCode(lock), Map.of())
        .forEach(
            (other, waited) -> {
              for (WeakReference<Thread> each : waited) {
                Thread thread = other == condition ? null : each.get();
                if (thread != null && lock(LockSupport.getBlocker(thread)) != lock) {
                  found.add(thread);
                }
              }
            });
    return found;
  }

  private static @Nullable Object lock(@Nullable Object blocker) {
    return blocker instanceof ConditionObject ? Places.object(blocker, "this$0") : null;
  }
}
