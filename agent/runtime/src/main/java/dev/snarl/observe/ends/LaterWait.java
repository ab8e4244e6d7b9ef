package dev.snarl.observe.ends;

import dev.snarl.observe.code.TaskCode;
import dev.snarl.observe.code.ThreadWork;
import dev.snarl.observe.ends.StillToCome.Awaited;
import dev.snarl.observe.sites.ThreadLook.Seen;
import dev.snarl.observe.waits.Blockers;
import dev.snarl.snapshot.Need;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that waits without time-out for what another must do. The observer's thread only. */
final class LaterWait {
  private static final String FUTURE = "java.util.concurrent.CompletableFuture";
  private static final String PHASER = "java.util.concurrent.Phaser";
  private static final String BARRIER = "java.util.concurrent.CyclicBarrier";
  private static final String SEMAPHORE = "java.util.concurrent.Semaphore";
  private static final String CONDITION = "java.util.concurrent.locks.AbstractQueuedSynchronizer";
  private static final Set<String> TYPES =
      Set.of(FUTURE, PHASER, BARRIER, SEMAPHORE, "java.util.concurrent.CountDownLatch");
  private static final Set<String> ARRIVES = Set.of(TaskCode.ARRIVES, "reset");

  final Thread thread;
  final Object blocker;
  final long since;
  private final String parkedAt;

  /** Who ends it later; null where that is not clear. */
  private @Nullable List<Thread> enders;

  /** At two looks. */
  private boolean sure;

  /** Whether it releases a permit itself after the wait for one. */
  boolean givesBack;

  @Nullable Seen seen;

  LaterWait(Thread thread, Object blocker, long since) {
    this.thread = thread;
    this.blocker = blocker;
    this.since = since;
    this.parkedAt = Blockers.type(blocker);
  }

  @SuppressWarnings("ReferenceEquality") // it is an identity
  boolean goesOn() {
    return LockSupport.getBlocker(thread) == blocker;
  }

  void found(@Nullable List<Thread> by, @Nullable Seen now) {
    boolean same = seen != null && now != null && Arrays.equals(seen.stack, now.stack);
    sure = same && by != null && by.equals(enders);
    enders = by;
    seen = now;
  }

  List<Thread> enders() {
    return sure && enders != null ? enders : List.of();
  }

  /**
   * Parties that have arrived wait for one that cannot come; or all who give permits back wait for
   * one.
   */
  boolean nobody() {
    return (meets() || givesBack) && sure && enders != null && enders.isEmpty();
  }

  Need.Gone gone() {
    return meets() ? Need.Gone.nobody(type()) : Need.Gone.takers(type());
  }

  /** Whether it waits at a barrier or phaser, and never for something to do. */
  boolean meets() {
    return type().equals(PHASER) || type().equals(BARRIER);
  }

  /** Null for a future of which only the waiting thread is known, or that has a deadline. */
  @Nullable Object at() {
    if (!type().equals(FUTURE)) {
      return Blockers.shared(blocker);
    }
    Object future = Blockers.waitedFor(thread);
    if (future == null || !future.getClass().getName().equals(FUTURE)) {
      return null;
    }
    return ThreadWork.hasDeadline(future) ? null : future;
  }

  /** The same with who waits. */
  @Nullable Awaited awaited() {
    Object at = at();
    Set<String> calls =
        at == null ? Set.of() : type().equals(BARRIER) ? ARRIVES : TaskCode.ends(at);
    return at == null ? null : new Awaited(at, ThreadWork.of(thread), calls);
  }

  /** Of a barrier as far as its stack was seen. */
  String type() {
    return parkedAt.equals(CONDITION) && seen != null && atBarrier(seen) ? BARRIER : parkedAt;
  }

  private static boolean atBarrier(Seen seen) {
    for (StackTraceElement frame : seen.stack) {
      if (frame.getClassName().equals(BARRIER)) {
        return true;
      }
    }
    return false;
  }

  boolean forPermit() {
    return type().equals(SEMAPHORE);
  }

  /** Whether the code of a thread can tell that it ends such a wait. */
  boolean mayBeEnded() {
    return TYPES.contains(type());
  }

  /** The same, or it may turn out once its stack is seen. */
  static boolean may(Object blocker) {
    String type = Blockers.type(blocker);
    return TYPES.contains(type) || type.equals(CONDITION);
  }
}
