package dev.snarl.observe.pairs;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.snapshot.Need;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A wait that nobody has ended, and what is gone. The observer's thread only. */
final class Suspect {
  private static final long PAUSE = 5_000_000_000L;
  private static final long SOON = 1_000_000_000L;

  final ArmedWait wait;
  final Object blocker;

  /** Of the threads that could still do it, those that were not looked at yet. */
  int unseen;

  /** One of them does. */
  boolean served;

  private long askedAt;
  private boolean soon;

  /** At the last look all tasks that could end it had ended: one might just have begun. */
  private boolean ended;

  /** Null until all that could still do it were looked at. */
  private Need.@Nullable Gone gone;

  private @Nullable Thread stuck;

  Suspect(ArmedWait wait, Object blocker) {
    this.wait = wait;
    this.blocker = blocker;
  }

  Need.@Nullable Gone gone() {
    return gone;
  }

  /** Of what is gone, the thread that has not ended, but waits so itself. */
  @Nullable Thread stuck() {
    return stuck;
  }

  boolean asked() {
    return askedAt != 0;
  }

  boolean due(long now) {
    boolean due = askedAt == 0 || now - askedAt >= (soon ? SOON : PAUSE);
    if (due) {
      askedAt = now;
      soon = false;
    }
    return due;
  }

  /** It is to be looked at again before long. */
  void again() {
    soon = true;
  }

  void notGone() {
    gone = null;
    ended = false;
  }

  /** What is gone, or cannot go on, unless some other thread does it. */
  void settle(Need.Gone found, @Nullable Thread by) {
    if (unseen == 0) {
      boolean sure = found.left() == null || ended;
      gone = served || !sure ? null : found;
      stuck = by;
      ended = !served;
      soon |= !sure;
    }
  }

  @SuppressWarnings("ReferenceEquality") // its equals may be the application's
  boolean goesOn() {
    return LockSupport.getBlocker(wait.wake.thread) == blocker
        && JdkCalls.state(wait.wake.thread) == Thread.State.WAITING;
  }
}
