package dev.snarl.observe.sites;

import dev.snarl.stacks.Frames;
import dev.snarl.stacks.QueueMethods;

/**
 * Whether a thread waits for something to do. Where workers take turns at a lock, the one who has
 * it waits so, and the others wait for nothing but their turn. Pure.
 */
public final class Idle {

  private Idle() {}

  public static boolean is(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String type = frame.getClassName();
      if (Input.idle(type + '.' + frame.getMethodName()) || takes(type, frame.getMethodName())) {
        return true;
      }
      if (!Frames.jdk(type)) {
        return false;
      }
    }
    return false;
  }

  private static boolean takes(String type, String method) {
    return QueueMethods.AWAIT.contains(method)
        && type.startsWith("java.util.concurrent.")
        && (type.endsWith("Queue") || type.endsWith("Deque"));
  }
}
