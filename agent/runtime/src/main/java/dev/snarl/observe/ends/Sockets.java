package dev.snarl.observe.ends;

import dev.snarl.observe.code.TaskCode;
import dev.snarl.observe.sites.Sites;
import java.util.Arrays;
import java.util.Set;

/**
 * Waits in {@link java.net.Socket} without time-out, for what the other end sends, or for room. A
 * thread that waits so seems to run. Pure.
 */
final class Sockets {
  static final String TYPE = "java.net.Socket";

  /** In a wait with a time-out, methods whose names begin with {@link #TIMED} follow these. */
  private static final String IMPL = "sun.nio.ch.NioSocketImpl";

  /** In the client of {@link java.net.HttpURLConnection}. */
  private static final String REQUESTS = "sun.net.www.";

  private static final String READS = "implRead";

  private static final String WRITES = "implWrite";
  private static final String ACCEPTS = "accept";
  private static final String TIMED = "timed";

  /**
   * Calls by which who serves a new connection may reach an older one, or end the wait of a thread
   * that does; and those of {@link TaskCode#FUTURE}.
   */
  private static final Set<String> REACHES =
      Set.of(
          "iterator",
          "listIterator",
          "forEach",
          "stream",
          "values",
          "keySet",
          "entrySet",
          "get",
          "getFirst",
          "getLast",
          "poll",
          "pollFirst",
          "peek",
          "take",
          "remove",
          "removeFirst",
          "toArray",
          "notify",
          "notifyAll",
          "signal",
          "signalAll",
          TaskCode.ARRIVES,
          TaskCode.HANDS_OVER,
          "countDown",
          "release",
          "arrive",
          "arriveAndDeregister",
          "arriveAndAwaitAdvance",
          "forceTermination",
          "reset",
          "exchange",
          "unpark",
          "interrupt",
          "stop",
          "schedule",
          "invokeAll",
          "invokeAny");

  private Sockets() {}

  /** Whether it reads or writes. */
  static boolean at(StackTraceElement[] stack) {
    return in(stack, READS) || full(stack);
  }

  /** Whether it waits for the other end to read. */
  static boolean full(StackTraceElement[] stack) {
    return in(stack, WRITES);
  }

  /** Whether it writes, or the JDK has written a request. */
  static boolean sends(StackTraceElement[] stack) {
    return full(stack)
        || Arrays.stream(stack).anyMatch(frame -> frame.getClassName().startsWith(REQUESTS));
  }

  /** Whether it waits for somebody to connect. */
  static boolean accepts(StackTraceElement[] stack) {
    return in(stack, ACCEPTS);
  }

  private static boolean in(StackTraceElement[] stack, String method) {
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().equals(IMPL)) {
        if (frame.getMethodName().startsWith(TIMED)) {
          return false;
        }
        if (frame.getMethodName().equals(method)) {
          return true;
        }
      } else if (!Sites.jdk(frame.getClassName())) {
        return false;
      }
    }
    return false;
  }

  /** Whether that code may use a connection that is there already, or end it. */
  static boolean used(TaskCode code) {
    return Pipes.used(code)
        || code.calls().keySet().stream()
            .anyMatch(call -> call.startsWith("close") || call.startsWith("shutdown"));
  }

  /**
   * Whether that code, which is to come once somebody connects, serves that connection alone: it
   * ends no wait of another thread, and reaches no connection that is there already.
   */
  static boolean servesOnly(TaskCode code) {
    return code.complete()
        && code.calls().keySet().stream()
            .noneMatch(call -> REACHES.contains(call) || TaskCode.FUTURE.contains(call));
  }
}
