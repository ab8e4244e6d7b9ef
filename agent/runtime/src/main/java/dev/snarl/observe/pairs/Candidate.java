package dev.snarl.observe.pairs;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.locks.LockWait;
import dev.snarl.observe.slots.Reply;
import dev.snarl.snapshot.Odds;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waits, and what another runs that may be for it. The observer's thread only.
 *
 * @param blocker on which the thread is parked
 * @param awaited the same, or the future for which it waits
 * @param held whether that holds what the thread waits for
 */
record Candidate(
    SnarlSlot giver,
    Thread waiter,
    @Nullable Object blocker,
    @Nullable Object awaited,
    Run run,
    Reply reply,
    Habit habit,
    boolean held) {

  @SuppressWarnings("ReferenceEquality") // its equals may be the application's
  boolean goesOn() {
    return giver.given == reply.given
        && LockWait.waits(JdkCalls.state(waiter))
        && LockSupport.getBlocker(waiter) == blocker;
  }

  boolean likely() {
    return reply.site != null && (held || reply.wakes > 0) && habit.toWait() && goesOn();
  }

  @Nullable Odds odds() {
    return held || reply.wakes == 0 ? null : new Odds(reply.wakes, reply.wakesSeen);
  }
}
