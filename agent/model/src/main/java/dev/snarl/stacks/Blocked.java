package dev.snarl.stacks;

import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a thread is blocked in, derived from its stack and state. Pure. */
public final class Blocked {

  private static final String[] BLOCKING_NATIVES = {
    "sun.nio.ch.Net.poll",
    "sun.nio.ch.Net.accept",
    "sun.nio.ch.Net.connect0",
    "sun.nio.ch.EPoll.wait",
    "sun.nio.ch.EPollArrayWrapper.epollWait",
    "sun.nio.ch.KQueue.poll",
    "sun.nio.ch.WEPoll.wait",
    "sun.nio.ch.WindowsSelectorImpl$SubSelector.poll0",
    "sun.nio.ch.SocketDispatcher.read0",
    "sun.nio.ch.SocketDispatcher.readv0",
    "sun.nio.ch.UnixDomainSockets.accept0",
    "sun.nio.ch.UnixFileDispatcherImpl.read0",
    "sun.nio.ch.FileDispatcherImpl.read0",
    "sun.nio.ch.UnixFileDispatcherImpl.force0",
    "sun.nio.ch.FileDispatcherImpl.force0",
    "java.nio.MappedMemoryUtils.force0",
    "java.io.FileDescriptor.sync",
    "java.io.FileDescriptor.sync0",
    "java.net.SocketInputStream.socketRead0",
    "java.net.PlainSocketImpl.socketAccept",
    "java.net.PlainSocketImpl.socketConnect",
    "java.net.DualStackPlainSocketImpl.accept0",
    "java.net.DualStackPlainSocketImpl.waitForNewConnection",
    "java.io.FileInputStream.readBytes",
    "java.io.FileInputStream.readBytes0",
    "java.io.FileInputStream.read0",
    "java.lang.ProcessHandleImpl.waitForProcessExit0",
    "java.lang.ProcessImpl.waitForInterruptibly0",
    "java.lang.ProcessImpl.waitForTimeoutInterruptibly",
    "java.lang.UNIXProcess.waitForProcessExit",
    "java.net.Inet6AddressImpl.lookupAllHostAddr",
    "java.net.Inet4AddressImpl.lookupAllHostAddr"
  };

  private static final Set<String> TIMED =
      Set.of("timedRead", "timedAccept", "timedFinishConnect", "waitForTimeoutInterruptibly");

  private static final String MONITOR = "a monitor at ";

  /** With whose monitors the JDK finds classes and resources. */
  private static final String[] LOADERS = {
    "java.lang.ClassLoader.", "jdk.internal.loader.", "java.util.zip.", "java.util.jar."
  };

  private Blocked() {}

  /**
   * Whether it waits while the JDK finds a class or a resource for another thread, as all do while
   * a program starts.
   *
   * @param blockedIn as {@link #in} has it
   */
  public static boolean loads(String blockedIn) {
    for (String loader : LOADERS) {
      if (blockedIn.startsWith(loader, MONITOR.length()) && blockedIn.startsWith(MONITOR)) {
        return true;
      }
    }
    return false;
  }

  /** The short name of the JDK's method in which it is blocked; null if it is not. */
  public static @Nullable String in(StackTraceElement[] stack, Thread.State state) {
    if (stack.length == 0) {
      return null;
    }
    return switch (state) {
      case BLOCKED -> waitOfTheJdks(stack) ? entry(stack) : MONITOR + shortName(stack[0]);
      case WAITING, TIMED_WAITING -> entry(stack);
      case RUNNABLE -> blockingNative(stack[0]) ? entry(stack) : null;
      case NEW, TERMINATED -> null;
    };
  }

  /**
   * Whether it was notified and is about to return, as from {@code Process.waitFor} of JDK 17, but
   * for the monitor that its waker still holds.
   */
  private static boolean waitOfTheJdks(StackTraceElement[] stack) {
    String type = waitsIn(stack);
    return type != null && Frames.jdk(type);
  }

  /** The class whose method called {@code Object.wait}; null if the thread is not in that. */
  public static @Nullable String waitsIn(StackTraceElement[] stack) {
    int i = 0;
    while (i < stack.length && stack[i].getClassName().equals("java.lang.Object")) {
      i++;
    }
    return i > 0 && i < stack.length ? stack[i].getClassName() : null;
  }

  /** Whether a thread whose topmost frame this is waits in the kernel although it is runnable. */
  public static boolean blockingNative(StackTraceElement top) {
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

  /**
   * Whether its wait ends by itself: the JDK's sockets read so if and only if a time-out is set. A
   * sleep ends too.
   */
  public static boolean timed(StackTraceElement[] stack, Thread.State state) {
    return state == Thread.State.TIMED_WAITING
        || Arrays.stream(stack)
            .takeWhile(frame -> Frames.jdk(frame.getClassName()))
            .anyMatch(frame -> TIMED.contains(frame.getMethodName()));
  }

  /** The short name of the JDK method that the first other code called. */
  public static String entry(StackTraceElement[] stack) {
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
