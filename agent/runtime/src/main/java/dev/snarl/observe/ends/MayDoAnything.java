package dev.snarl.observe.ends;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook.Seen;
import java.util.Set;

/** Threads that may do anything, so that the code which they still run need not be read. Pure. */
final class MayDoAnything {
  /**
   * Of these a call that waits with a time-out ends no other thread's wait, where that of a barrier
   * breaks it, and that of an executor may cancel tasks.
   */
  private static final Set<String> TIMED =
      Set.of(
          "java.lang.Thread",
          StandingWait.OBJECT,
          StandingWait.CONDITION,
          "java.util.concurrent.TimeUnit",
          "java.util.concurrent.locks.LockSupport",
          "java.util.concurrent.locks.ReentrantLock",
          "java.util.concurrent.CountDownLatch",
          "java.util.concurrent.Semaphore",
          "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.FutureTask",
          "java.util.concurrent.ExecutorService",
          "java.util.concurrent.ThreadPoolExecutor",
          "java.util.concurrent.ThreadPerTaskExecutor",
          "java.util.concurrent.ArrayBlockingQueue",
          "java.util.concurrent.LinkedBlockingQueue",
          "java.util.concurrent.SynchronousQueue");

  /** Nor does a call of these that runs, or waits for its input or output. */
  private static final Set<String> RUNS =
      Set.of(
          "",
          "java.lang.Thread",
          "java.lang.Math",
          "java.lang.String",
          "java.io.InputStream",
          "java.io.FileInputStream",
          "java.io.BufferedInputStream",
          "java.io.DataInputStream",
          "java.io.InputStreamReader",
          "java.io.BufferedReader",
          "java.io.PrintStream",
          "java.io.FileOutputStream",
          "java.net.Socket$SocketInputStream",
          "java.net.ServerSocket",
          "sun.nio.ch.ServerSocketChannelImpl",
          "sun.nio.ch.SocketChannelImpl");

  private MayDoAnything() {}

  static boolean is(Seen seen) {
    boolean atLock = StandingWait.atLock(seen);
    boolean waits = seen.state == Thread.State.WAITING || atLock;
    if (cleans(seen)) {
      return true;
    }
    if (StillToCome.ofJdk(seen.stack)) {
      return atLock || (!waits && !StillToCome.harmless(seen) && !AllTasks.timer(seen.thread));
    }
    String call = StandingWait.calls(seen.stack);
    boolean knows = TIMED.contains(call) || Pipes.at(seen.stack) != null;
    boolean timed = seen.state == Thread.State.TIMED_WAITING && knows;
    boolean runs = seen.state == Thread.State.RUNNABLE && RUNS.contains(call);
    return !waits && !timed && (!runs || inNativeCode(seen.stack));
  }

  /** Whether it is in a method of the application's that has no Java code. */
  private static boolean inNativeCode(StackTraceElement[] stack) {
    return stack[0].isNativeMethod() && !Sites.jdk(stack[0].getClassName());
  }

  /** Whether it does what the application wants done once objects are garbage. */
  private static boolean cleans(Seen seen) {
    if (JdkCalls.jvms(seen.thread) || seen.thread.getName().equals("Common-Cleaner")) {
      return false;
    }
    for (StackTraceElement frame : seen.stack) {
      if (frame.getClassName().startsWith("java.lang.ref.")) {
        return true;
      }
    }
    return false;
  }
}
