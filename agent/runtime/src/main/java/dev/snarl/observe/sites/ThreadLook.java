package dev.snarl.observe.sites;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.stacks.Blocked;
import java.util.List;

/**
 * Looks at other threads once: whether they are blocked, in what, and at which application line. A
 * look costs 20–100 µs for a deep stack, and before JDK 19 a stop of the whole JVM; so callers keep
 * a budget, and the parts of a tick look together: {@link Looks}.
 */
public final class ThreadLook {

  private ThreadLook() {}

  /** What a thread was doing. */
  public static final class Seen {
    public final Thread thread;
    public final StackTraceElement[] stack;
    public final Thread.State state;

    public Seen(Thread thread, StackTraceElement[] stack, Thread.State state) {
      this.thread = thread;
      this.stack = stack;
      this.state = state;
    }

    public Look look(Sites sites, long now) {
      String blockedIn = ranOn() ? null : Blocked.in(stack, state);
      Input input = blockedIn == null ? null : Input.in(stack, sites);
      boolean idle = blockedIn != null && sites.idles(stack);
      return new Look(now, blockedIn, sites.in(stack), input, idle);
    }

    /** The state is read after the stack; who waits does so in few native methods. */
    private boolean ranOn() {
      boolean waits = state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
      return waits && stack.length > 0 && !waits(stack[0]) && !virtual(stack[0]);
    }

    /** {@code park}, {@code Object.wait} and {@code Thread.sleep}, as the JDKs call them. */
    private static boolean waits(StackTraceElement top) {
      String method = top.getMethodName();
      return top.isNativeMethod()
          && (method.startsWith("park") || method.startsWith("wait") || method.startsWith("sleep"));
    }

    private static boolean virtual(StackTraceElement top) {
      return top.getClassName().startsWith("java.lang.VirtualThread")
          || top.getClassName().startsWith("jdk.internal.vm.Continuation");
    }
  }

  /** In the same order; a thread that has ended has no stack. */
  static Seen[] at(List<Thread> threads) {
    Thread.State[] before = new Thread.State[threads.size()];
    for (int i = 0; i < before.length; i++) {
      before[i] = JdkCalls.state(threads.get(i));
    }
    StackTraceElement[][] stacks = JdkCalls.stacks(threads);
    Seen[] seen = new Seen[stacks.length];
    for (int i = 0; i < seen.length; i++) {
      Thread thread = threads.get(i);
      seen[i] = new Seen(thread, stacks[i], meanwhile(before[i], JdkCalls.state(thread)));
    }
    return seen;
  }

  /**
   * No frame tells that a thread is blocked at a monitor: one that came to it after its stack was
   * read would be taken to wait at another line.
   */
  static Thread.State meanwhile(Thread.State before, Thread.State after) {
    boolean came = after == Thread.State.BLOCKED && before != Thread.State.BLOCKED;
    return came ? Thread.State.RUNNABLE : after;
  }
}
