package dev.snarl.observe.ends;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.code.CallsBack;
import dev.snarl.observe.code.LaterCalls.Onward;
import dev.snarl.observe.code.LineCalls;
import dev.snarl.observe.code.Receivers;
import dev.snarl.observe.code.TaskCodes;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.locks.JdkLocks;
import dev.snarl.observe.sites.Idle;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook.Seen;
import dev.snarl.observe.waits.Blockers;
import dev.snarl.observe.wakes.WakeStacks;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waits without time-out, or with one that never comes, while all others wait, too.
 *
 * @param blocker what it is parked at; null in {@code Object.wait}
 * @param owed whether it waits for what others do, and does more than wait for the next thing to do
 *     once that wait has ended
 * @param idle whether it is no daemon, and waits at a queue for something to do
 * @param ends whether its code may return then
 * @param never whether it waits with a time-out that never comes
 * @param cpu the CPU time of a thread that waits at a socket, in nanoseconds; -1 of another
 * @param sent whether that has sent something before, or is about to
 */
record StandingWait(
    Seen seen,
    @Nullable Object blocker,
    long since,
    boolean owed,
    boolean idle,
    boolean ends,
    boolean never,
    long cpu,
    boolean sent) {
  static final String OBJECT = "java.lang.Object";
  private static final String PARK = "java.util.concurrent.locks.LockSupport";
  private static final String QUEUED = "java.util.concurrent.locks.AbstractQueuedSynchronizer";
  static final String CONDITION = QUEUED + "$ConditionObject";
  private static final String INNER = "\\$.*";

  /** Of libraries. */
  private static final Set<String> FUTURES = KnownLibraries.awaited();

  /** Of these, threads never wait for something to do. */
  private static final Set<String> RESULTS =
      Set.of(
          "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.FutureTask",
          "java.util.concurrent.ForkJoinTask",
          "java.util.concurrent.CountDownLatch",
          "java.util.concurrent.CyclicBarrier",
          "java.util.concurrent.Phaser");

  /**
   * Null where its code was not read yet.
   *
   * @param near a class whose loader has its code
   * @param onward how methods go on after a line
   * @param cpu as in the record
   * @param sends whether methods send before a line
   */
  static @Nullable StandingWait of(
      Seen seen,
      Class<?> near,
      LineCalls<Onward> onward,
      long since,
      long cpu,
      LineCalls<Boolean> sends) {
    Ahead ahead = new Ahead();
    boolean sent = Sockets.sends(seen.stack);
    List<StackTraceElement> stack = List.of(seen.stack);
    for (int i = 0; i < stack.size(); i++) {
      StackTraceElement frame = stack.get(i);
      if (TaskCodes.hasCode(frame) && !awaits(frame.getClassName())) {
        Onward read = onward.at(near, stack, i);
        if (read == null) {
          return null;
        }
        ahead.add(frame, read);
        Boolean before = (cpu < 0 || sent) ? Boolean.FALSE : sends.at(near, stack, i);
        if (before == null) {
          return null;
        }
        sent |= before;
      }
    }
    boolean daemon = seen.thread.isDaemon() && !SnarlProbe.virtual(seen.thread); // those all are
    boolean called =
        CallsBack.any(seen.stack) && !AllTasks.timer(seen.thread); // its queue is known
    boolean apart = called || daemon;
    Object blocker = LockSupport.getBlocker(seen.thread);
    boolean never = ahead.never || Pipes.at(seen.stack) != null || EndlessParks.at(blocker);
    boolean owed = ahead.owes(forResult(seen.stack)) && !apart;
    boolean idle = Idle.is(seen.stack) && blocker != null && !apart;
    return new StandingWait(seen, blocker, since, owed, idle, ahead.ends, never, cpu, sent);
  }

  /** What its methods do once the wait has ended, read from the innermost on. */
  private static final class Ahead {
    private final Set<String> methods = new HashSet<>();
    private boolean again;
    private boolean counts;
    private boolean turns;
    private boolean more;
    boolean never;
    boolean ends = true;

    void add(StackTraceElement frame, Onward read) {
      boolean innermost = methods.isEmpty();
      again |= !methods.add(Receivers.in(frame)); // it calls itself in place of a loop
      again |= read.again() && !read.counted() && !(innermost && read.guards());
      counts |= read.counted();
      never |= innermost && read.never();
      turns |= ends && read.turns();
      more |= ends && read.more();
      ends &= read.ends();
    }

    /** Whether it does more than wait for the next, which a wait for a result never does. */
    boolean owes(boolean forResult) {
      boolean once = more && !again;
      boolean countedOut = (more || turns) && counts && !again;
      return once || countedOut || ((more || turns) && forResult);
    }
  }

  private static boolean forResult(StackTraceElement[] stack) {
    return RESULTS.contains(calls(stack))
        || WakeStacks.puts(stack)
        || Pipes.full(stack)
        || Sockets.full(stack);
  }

  /** The class of the JDK whose method the application called last; empty if it called none. */
  static String calls(StackTraceElement[] stack) {
    int own = own(stack);
    return own == 0 ? "" : stack[own - 1].getClassName();
  }

  /** The number of frames of the JDK's before the first of another. */
  private static int own(StackTraceElement[] stack) {
    int own = 0;
    while (own < stack.length && Sites.jdk(stack[own].getClassName())) {
      own++;
    }
    return own;
  }

  /** Whether it waits for a lock without time-out. */
  static boolean atLock(Seen seen) {
    return seen.state == Thread.State.BLOCKED
        || (seen.state == Thread.State.WAITING
            && JdkLocks.owned(LockSupport.getBlocker(seen.thread)));
  }

  boolean atLock() {
    return seen.state == Thread.State.BLOCKED || JdkLocks.owned(blocker);
  }

  boolean atSocket() {
    return cpu >= 0;
  }

  boolean atPipe() {
    return Pipes.at(seen.stack) != null;
  }

  /** The class that the application knows. */
  String type() {
    String pipe = Pipes.at(seen.stack);
    if (pipe != null) {
      return pipe;
    }
    if (atSocket()) {
      return Sockets.TYPE;
    }
    String type = calls(seen.stack);
    String future = awaited(seen.stack);
    if (future != null && (type.equals(OBJECT) || type.equals(QUEUED))) {
      return future.replaceAll(INNER, "");
    }
    if (blocker != null && (type.equals(PARK) || type.equals(QUEUED))) {
      return Blockers.type(blocker); // of a library, or the application's own
    }
    return type.equals(OBJECT)
        ? "monitor"
        : type.equals(CONDITION) ? "Condition" : type.replaceAll(INNER, "");
  }

  /** Whether it is of a library, and its loops only ask whether the wait is over. */
  private static boolean awaits(String type) {
    return FUTURES.contains(type) || EndlessParks.known(type);
  }

  /** The class of the library's future in whose method it waits; null if it does in another. */
  private static @Nullable String awaited(StackTraceElement[] stack) {
    int own = own(stack);
    String type = own == stack.length ? "" : stack[own].getClassName();
    return FUTURES.contains(type) ? type : null;
  }

  @SuppressWarnings("ReferenceEquality") // it is an identity
  boolean goesOn() {
    if (atSocket()) {
      return JdkCalls.state(seen.thread) == Thread.State.RUNNABLE;
    }
    boolean waits =
        never
            ? JdkCalls.state(seen.thread) == Thread.State.TIMED_WAITING
            : Blockers.untimed(seen.thread);
    return waits && LockSupport.getBlocker(seen.thread) == blocker;
  }

  @SuppressWarnings("ReferenceEquality") // they are identities
  boolean same(StandingWait other) {
    return seen.thread == other.seen.thread
        && blocker == other.blocker
        && cpu == other.cpu
        && Arrays.equals(seen.stack, other.seen.stack);
  }

  StandingWait since(long then) {
    return new StandingWait(seen, blocker, then, owed, idle, ends, never, cpu, sent);
  }
}
