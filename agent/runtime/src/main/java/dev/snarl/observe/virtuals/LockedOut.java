package dev.snarl.observe.virtuals;

import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.VirtualLens;
import java.util.Set;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads that are pinned while they wait for a lock which another one without a carrier
 * must give back, or take first: before JDK 24, in which a monitor no longer pins
 * (https://openjdk.org/jeps/491). If all carriers are kept so, none can go on. The observer's
 * thread only.
 */
final class LockedOut {
  private static final String LOCKS = "java.util.concurrent.locks.";

  /** Which no time-out and no interrupt ends. */
  private static final Set<String> ENDLESS =
      Set.of(
          LOCKS + "ReentrantLock.lock",
          LOCKS + "ReentrantReadWriteLock$ReadLock.lock",
          LOCKS + "ReentrantReadWriteLock$WriteLock.lock");

  private LockedOut() {}

  static boolean is(Thread pinned, @Nullable String blockedIn) {
    if (blockedIn == null || !ENDLESS.contains(blockedIn)) {
      return false;
    }
    Object lock = LockSupport.getBlocker(pinned);
    if (!(lock instanceof AbstractOwnableSynchronizer)) {
      return false;
    }
    Object owner = Places.object(lock, "exclusiveOwnerThread");
    Object head = Places.object(lock, "head");
    Object woken = Places.object(Places.object(head, "next"), "waiter");
    return (owner == null ? woken : owner) instanceof Thread next
        && SnarlProbe.virtual(next)
        && VirtualLens.doing(next) == VirtualLens.ELSE
        && !VirtualLens.mounted(next);
  }
}
