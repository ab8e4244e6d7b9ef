package dev.snarl.observe.coroutines;

import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.slots.LoopKind;
import dev.snarl.stacks.Blocked;
import dev.snarl.stacks.Frames;
import org.jspecify.annotations.Nullable;

/**
 * One look at a thread on which nothing may block: where the application blocks it, if it does. A
 * thread that waits for work has no frame of the application on its stack; one that waits for a
 * lock is another matter. Costs what {@link ThreadLook} costs.
 */
record LoopLook(Site site, String blockedIn) {

  private static final String RUN_BLOCKING = "kotlinx.coroutines.BlockingCoroutine";

  /** Never blocks its own loop, also where {@code app} makes it the application. */
  private static final String NETTY = "io.netty.";

  static @Nullable LoopLook in(
      ThreadLook.Seen seen, LoopKind kind, String in, Frames frames, Sites sites) {
    StackTraceElement[] stack = seen.stack;
    Thread.State state = seen.state;
    boolean waits = state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    boolean inNative =
        state == Thread.State.RUNNABLE && stack.length > 0 && Blocked.blockingNative(stack[0]);
    if (stack.length == 0 || !(waits || inNative)) {
      return null;
    }
    boolean runBlocking = false;
    boolean application = false;
    boolean within = in.isEmpty();
    for (StackTraceElement frame : stack) {
      String type = frame.getClassName();
      if (frames.application(type) && !(kind == LoopKind.NETTY && type.startsWith(NETTY))) {
        application = true;
        break;
      }
      if (locks(type, frame.getMethodName())) {
        return null;
      }
      runBlocking |= type.equals(RUN_BLOCKING);
      within = within || (type + '.' + frame.getMethodName()).startsWith(in);
    }
    if (!application || !within || (kind == LoopKind.NETTY && !onEventLoop(stack))) {
      return null;
    }
    return new LoopLook(sites.in(stack), runBlocking ? "runBlocking" : Blocked.entry(stack));
  }

  private static boolean locks(String type, String method) {
    return (type.startsWith("java.util.concurrent.locks.Reentrant") && method.startsWith("lock"))
        || type.startsWith("java.util.concurrent.locks.StampedLock");
  }

  private static boolean onEventLoop(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getMethodName().equals("run")
          && frame.getClassName().startsWith(NETTY)
          && frame.getClassName().endsWith("EventLoop")) {
        return true;
      }
    }
    return false;
  }
}
