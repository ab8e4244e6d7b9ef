package dev.snarl.observe.waits;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.VirtualLens;
import dev.snarl.observe.slots.Waiting;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What a thread is parked at, or the future for which it waits. Reads fields. */
public final class Blockers {
  private static final String PHASER_NODE = "java.util.concurrent.Phaser$QNode";

  private Blockers() {}

  /** The class that the application knows. */
  public static String type(Object blocker) {
    String type = blocker.getClass().getName();
    int inner = JdkCalls.jdks(blocker) ? type.indexOf('$') : -1;
    return inner < 0 ? type : type.substring(0, inner);
  }

  /**
   * The future, or what the thread is parked on; null while it waits for neither, or with a
   * time-out. Of a wait for a {@code CompletableFuture} that began before the agent came only the
   * second is known.
   */
  public static @Nullable Object waitedFor(Thread thread) {
    if (SnarlProbe.virtual(thread)) {
      return VirtualLens.doing(thread) == VirtualLens.PARKED
          ? shared(LockSupport.getBlocker(thread))
          : null;
    }
    if (JdkCalls.state(thread) != Thread.State.WAITING) {
      return null;
    }
    SnarlSlot slot = SnarlProbe.slotOf(thread);
    Waiting waiting = slot == null ? null : Waiting.in(slot);
    return waiting != null && (waiting.tells() || waiting.future() instanceof CountDownLatch)
        ? waiting.future()
        : shared(LockSupport.getBlocker(thread));
  }

  /** Whether it waits without time-out; a virtual thread is parked, as far as the JVM tells. */
  public static boolean untimed(Thread thread) {
    return SnarlProbe.virtual(thread)
        ? VirtualLens.untimed(thread)
        : JdkCalls.state(thread) == Thread.State.WAITING;
  }

  /** Where each waiter is parked on a node of its own, what that belongs to. */
  public static @Nullable Object shared(@Nullable Object blocker) {
    return blocker != null && blocker.getClass().getName().equals(PHASER_NODE)
        ? Places.object(blocker, "phaser")
        : blocker;
  }
}
