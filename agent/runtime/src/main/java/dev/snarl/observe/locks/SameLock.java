package dev.snarl.observe.locks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Which threads wait for the same lock. */
final class SameLock {
  private SameLock() {}

  /**
   * Those that last and whose holder is known, by what they wait for. Of virtual threads none at
   * monitors, of which the JVM names no owner while they wait.
   */
  static Collection<List<LockWait>> of(Iterable<LockWait> waits) {
    IdentityHashMap<Object, List<LockWait>> locks = new IdentityHashMap<>();
    Map<String, List<LockWait>> monitors = new HashMap<>();
    for (LockWait wait : waits) {
      Object lock = wait.lock;
      if (!wait.lasts()
          || wait.holders.isEmpty()
          || wait.forAnEnd()
          || (wait.virtual() && lock == null)
          || wait.askedJvm) {
        continue;
      }
      if (lock == null) {
        monitors.computeIfAbsent(wait.monitor, key -> new ArrayList<>()).add(wait);
      } else {
        locks.computeIfAbsent(lock, key -> new ArrayList<>()).add(wait);
      }
    }
    List<List<LockWait>> all = new ArrayList<>(locks.values());
    all.addAll(monitors.values());
    return all;
  }
}
