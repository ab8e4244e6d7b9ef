package dev.snarl.observe.waits;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.VirtualLens;
import dev.snarl.observe.slots.Waiting;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlWaits;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waits that had begun before the agent was attached, as in a JVM that hangs already, and those of
 * virtual threads that hold locks. Their frames are not woven, or tell nothing, and will not say
 * when they leave, so each is believed only while its thread is still parked on the same blocker. A
 * {@code FutureTask} and a fork-join task are their waiters' blockers themselves; for a {@code
 * CompletableFuture} the blocker is the waiter's completion, and its future is the one on which
 * that is found. The observer's thread only.
 */
public final class EarlierWaits {

  private static final int MOST = 5_000;

  private final List<Earlier> waits = new ArrayList<>();

  private record Earlier(Thread thread, Object blocker, SnarlSlot slot) {
    /** A wait that began while the methods were being woven is in the thread's own slot too. */
    boolean goesOn() {
      SnarlSlot own = SnarlProbe.slotOf(thread);
      return LockSupport.getBlocker(thread) == blocker && (own == null || own.waits == 0);
    }
  }

  /** Remembers the thread if it waits for a future. */
  public void look(Thread thread) {
    Object blocker = LockSupport.getBlocker(thread);
    if (blocker == null || waits.size() >= MOST) {
      return;
    }
    boolean signaller = SnarlFutureLens.waiter(blocker) == thread;
    if (signaller || blocker instanceof FutureTask || blocker instanceof ForkJoinTask) {
      boolean timed =
          SnarlProbe.virtual(thread)
              ? VirtualLens.doing(thread) != VirtualLens.PARKED
              : JdkCalls.state(thread) == Thread.State.TIMED_WAITING;
      waits.add(new Earlier(thread, blocker, slot(thread, signaller ? null : blocker, timed)));
    }
  }

  /** A virtual thread, which has no slot; it may have been remembered before. */
  @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
  public void lookAgain(Thread virtual) {
    Object blocker = LockSupport.getBlocker(virtual);
    if (waits.stream().noneMatch(each -> each.thread == virtual && each.blocker == blocker)) {
      look(virtual);
    }
  }

  private static SnarlSlot slot(Thread thread, @Nullable Object future, boolean timed) {
    return SnarlWaits.earlierWait(thread, future, timed);
  }

  public boolean isEmpty() {
    return waits.isEmpty();
  }

  /** Adds those that go on, as far as their futures are known by now. */
  public void addTo(List<Waiting> all, Resolver resolver) {
    for (Iterator<Earlier> rest = waits.iterator(); rest.hasNext(); ) {
      Earlier wait = rest.next();
      if (!wait.goesOn()) {
        rest.remove();
        continue;
      }
      Object[] future = wait.slot().waitedFor;
      if (future[0] == null) {
        future[0] = resolver.awaitedBy(wait.thread());
      }
      Waiting waiting = Waiting.in(wait.slot());
      if (waiting != null) {
        all.add(waiting);
      }
    }
  }
}
