package dev.snarl.observe.code;

import dev.snarl.observe.sites.Sites;
import java.util.List;

/**
 * Whether the JDK, by the frames of a stack that are its own, may call the application again: as a
 * loop over its functions does, a timer, or a future with others that depend on it. Pure.
 */
public final class CallsBack {

  /** They call what is under way once, and what they call next is in a queue, or known. */
  private static final List<String> ONCE =
      List.of(
          "java.lang.Thread.",
          "java.lang.VirtualThread.",
          "java.util.concurrent.ThreadPerTaskExecutor$",
          "java.util.concurrent.ThreadPoolExecutor.runWorker",
          "java.util.concurrent.ThreadPoolExecutor$Worker.",
          "java.util.concurrent.FutureTask.run",
          "java.util.concurrent.Executors$",
          "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run",
          "java.util.concurrent.ForkJoin",
          "java.util.concurrent.Recursive",
          "java.util.concurrent.CompletableFuture$Async",
          "java.lang.reflect.",
          "java.lang.invoke.",
          "jdk.internal.reflect.");

  private static final String PERIODIC = "java.util.concurrent.FutureTask.runAndReset";

  private CallsBack() {}

  /** Any of them; what the application itself called last may only loop over no functions. */
  public static boolean any(StackTraceElement[] stack) {
    boolean below = false;
    for (StackTraceElement frame : stack) {
      boolean jdks = Sites.jdk(frame.getClassName());
      if (jdks && (below ? !once(frame) : loops(frame))) {
        return true;
      }
      below |= !jdks;
    }
    return false;
  }

  private static boolean once(StackTraceElement frame) {
    String method = Receivers.in(frame);
    return !method.equals(PERIODIC) && ONCE.stream().anyMatch(method::startsWith);
  }

  private static boolean loops(StackTraceElement frame) {
    String type = frame.getClassName();
    return (type.startsWith("java.util.") && !type.startsWith("java.util.concurrent."))
        || type.startsWith("java.util.concurrent.ConcurrentHashMap")
        || frame.getMethodName().equals("postComplete");
  }
}
