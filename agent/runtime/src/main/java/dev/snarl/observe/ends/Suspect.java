package dev.snarl.observe.ends;

import dev.snarl.observe.code.TaskCode;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.locks.Monitors.Waited;
import dev.snarl.observe.sites.Idle;
import dev.snarl.observe.waits.Blockers;
import dev.snarl.observe.wakes.ArmedWait;
import dev.snarl.snapshot.Need;
import java.util.Set;
import java.util.concurrent.Phaser;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A wait that nobody has ended, and what is gone. The observer's thread only. */
final class Suspect {
  private static final long PAUSE = 5_000_000_000L;
  private static final long SOON = 1_000_000_000L;

  private static final Set<String> NOTIFIES = Set.of("notify", "notifyAll");

  final ArmedWait wait;

  /** What the thread is parked at; for one in {@code Object.wait} the {@link Waited}. */
  final Object blocker;

  private final Monitors monitors;

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

  Suspect(ArmedWait wait, Object blocker, Monitors monitors) {
    this.wait = wait;
    this.blocker = blocker;
    this.monitors = monitors;
  }

  /** The class of what is waited for. */
  String type() {
    String own = own();
    return own == null ? Blockers.type(blocker) : own;
  }

  /** The same where it waits to be notified at an object of the application's; else null. */
  @Nullable String own() {
    return blocker instanceof Waited monitor ? monitor.type() : null;
  }

  /** Whether it waits for something to do. */
  boolean idle() {
    return Idle.is(wait.stack);
  }

  /** The latch or future; null for the application's own object. */
  @Nullable Object waitedFor() {
    return own() == null ? Blockers.waitedFor(wait.wake.thread) : null;
  }

  /** The methods that end it; none where many may mean something else. */
  Set<String> calls() {
    Object waitedFor = waitedFor();
    if (waitedFor == null) {
      return own() == null ? Set.of() : NOTIFIES;
    }
    boolean clear = EndedTasks.may(waitedFor) || waitedFor instanceof Phaser;
    return clear ? TaskCode.ends(waitedFor) : Set.of();
  }

  /** What tasks must have that could end it. */
  WaitedFor wanted() {
    Object waitedFor = waitedFor();
    return WaitedFor.one(waitedFor == null ? blocker : waitedFor);
  }

  /**
   * Whether a thread waits for the same, as the parties of a barrier do; with a time-out it acts.
   */
  @SuppressWarnings("ReferenceEquality") // its equals may be the application's
  boolean waitsToo(Thread thread) {
    if (blocker instanceof Waited monitor) {
      Waited other = WaitedFor.monitor(thread, monitors);
      return other != null && monitor.same(other);
    }
    Object parkedAt = Blockers.shared(LockSupport.getBlocker(thread));
    return parkedAt == Blockers.shared(blocker) && JdkCalls.state(thread) == Thread.State.WAITING;
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

  boolean asksSoon() {
    return soon;
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
    if (blocker instanceof Waited monitor) {
      return monitor.equals(WaitedFor.monitor(wait.wake.thread, monitors));
    }
    return LockSupport.getBlocker(wait.wake.thread) == blocker
        && JdkCalls.state(wait.wake.thread) == Thread.State.WAITING;
  }
}
