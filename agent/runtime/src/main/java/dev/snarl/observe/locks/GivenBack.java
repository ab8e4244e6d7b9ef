package dev.snarl.observe.locks;

import dev.snarl.observe.live.Tick;
import java.util.HashMap;
import java.util.Map;

/**
 * How long workers without a task have kept locks that they gave back after all, as in a
 * transaction whose steps are tasks of one worker; by the class of the lock and who waited for it.
 * The next one may take twice as long. The observer's thread only.
 */
final class GivenBack {
  /** How long a worker must have had nothing to do before it is said to have forgotten a lock. */
  private static final long LEFT_AFTER = 12_000_000_000L;

  /** On a busy machine looks come late, and so may the task that gives it back. */
  private static final int LOOKS = (int) (LEFT_AFTER / Tick.NANOS) * 2 / 3;

  private static final long LONGEST = 60_000_000_000L;
  private static final int MOST = 500;

  private final Map<String, Long> kept = new HashMap<>();

  private static String key(LockWait wait) {
    return wait.type + ' ' + wait.method;
  }

  /** The owner of what this one waited for is another now, or the wait is over. */
  void add(LockWait wait, long now) {
    String key = key(wait);
    if (wait.wasLeft && (kept.size() < MOST || kept.containsKey(key))) {
      kept.merge(key, now - wait.since, Math::max); // all of it: looks come late
    }
    wait.wasLeft = false;
  }

  /** Whether its owner may still give it back. */
  boolean mayBe(LockWait wait, long now) {
    long least = Math.max(LEFT_AFTER, Math.min(LONGEST, 2 * kept.getOrDefault(key(wait), 0L)));
    return wait.leftLooks < LOOKS || now - wait.leftSince < least;
  }
}
