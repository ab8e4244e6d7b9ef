package dev.snarl.observe;

/**
 * Looks at another thread once: whether it is blocked, in what, and at which application line. A
 * look costs a handshake with that thread and 20–100 µs for a deep stack, so callers keep a budget.
 */
final class ThreadLook {

  private static final String[] BLOCKING_NATIVES = {
    "sun.nio.ch.Net.poll",
    "sun.nio.ch.Net.accept",
    "sun.nio.ch.Net.connect0",
    "sun.nio.ch.EPoll.wait",
    "sun.nio.ch.SocketDispatcher.read0",
    "sun.nio.ch.SocketDispatcher.readv0",
    "sun.nio.ch.UnixDomainSockets.accept0",
    "sun.nio.ch.UnixFileDispatcherImpl.read0",
    "sun.nio.ch.FileDispatcherImpl.read0",
    "java.net.SocketInputStream.socketRead0",
    "java.net.PlainSocketImpl.socketAccept",
    "java.io.FileInputStream.readBytes",
    "java.io.FileInputStream.readBytes0",
    "java.io.FileInputStream.read0",
    "java.lang.ProcessHandleImpl.waitForProcessExit0",
    "java.lang.ProcessImpl.waitForInterruptibly0",
    "java.net.Inet6AddressImpl.lookupAllHostAddr",
    "java.net.Inet4AddressImpl.lookupAllHostAddr"
  };

  private ThreadLook() {}

  static Notes.Look at(Thread thread, Sites sites, long now) {
    return of(thread.getStackTrace(), thread.getState(), sites, now);
  }

  static Notes.Look of(StackTraceElement[] stack, Thread.State state, Sites sites, long now) {
    String blockedIn = null;
    if (stack.length > 0) {
      blockedIn =
          switch (state) {
            case BLOCKED -> "a monitor at " + shortName(stack[0]);
            case WAITING, TIMED_WAITING -> entry(stack);
            case RUNNABLE -> blockingNative(stack[0]) ? entry(stack) : null;
            case NEW, TERMINATED -> null;
          };
    }
    Input input = blockedIn == null ? null : Input.in(stack, sites);
    return new Notes.Look(now, blockedIn, sites.in(stack), input);
  }

  static boolean blockingNative(StackTraceElement top) {
    if (!top.isNativeMethod()) {
      return false;
    }
    String name = top.getClassName() + '.' + top.getMethodName();
    for (String blocking : BLOCKING_NATIVES) {
      if (name.equals(blocking)) {
        return true;
      }
    }
    return false;
  }

  /** The JDK method that the first other code called, as an engineer would name it. */
  static String entry(StackTraceElement[] stack) {
    StackTraceElement last = null;
    for (StackTraceElement frame : stack) {
      if (!Frames.jdk(frame.getClassName())) {
        break;
      }
      last = frame;
    }
    if (last == null) {
      return shortName(stack[0]);
    }
    // ProcessImpl is what Process is on every platform.
    String type =
        last.getClassName().equals("java.lang.ProcessImpl")
            ? "java.lang.Process"
            : last.getClassName();
    return type + '.' + last.getMethodName();
  }

  private static String shortName(StackTraceElement frame) {
    return frame.getClassName() + '.' + frame.getMethodName();
  }
}
