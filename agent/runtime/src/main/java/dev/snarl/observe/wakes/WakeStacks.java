package dev.snarl.observe.wakes;

import dev.snarl.observe.sites.Sites;
import dev.snarl.stacks.QueueMethods;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the stacks of a waiter and of its waker tell. Pure. */
public final class WakeStacks {
  private static final int DEEPEST = 8;

  /** The method that waits, and the one that calls it. */
  private static final int NEAR = 2;

  private WakeStacks() {}

  /**
   * Whether the waker comes out of such a wait itself, or does nothing for anybody. Who gives a
   * permit back mostly does so in the method that took it. Who takes from a full queue makes room
   * for the waiter, and another that puts into it only hands on.
   */
  static boolean handsOn(StackTraceElement[] stack, StackTraceElement[] waiter) {
    boolean puts = puts(waiter);
    for (StackTraceElement frame : stack) {
      String name = frame.getMethodName();
      if (method(frame).equals("java.util.concurrent.Semaphore.release")) {
        return false;
      }
      if (named(frame)) {
        return method(frame).equals(outside(waiter));
      }
      if (puts && (queues(frame, QueueMethods.TAKE) || queues(frame, QueueMethods.PUT))) {
        return queues(frame, QueueMethods.PUT);
      }
      if (waits(name)) {
        return true;
      }
    }
    return stack.length > 0;
  }

  private static boolean waits(String method) {
    return switch (method) {
      case "get", "join", "exchange", "arriveAndAwaitAdvance" -> true;
      default ->
          method.startsWith("await")
              || method.startsWith("acquire")
              || method.startsWith("tryAcquire")
              || method.startsWith("take")
              || method.startsWith("poll")
              || method.startsWith("lock")
              || method.startsWith("tryLock");
    };
  }

  /** The first method that is not the JDK's. */
  static String outside(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (named(frame)) {
        return method(frame);
      }
    }
    return "";
  }

  /**
   * The methods in which the waker ends the wait, innermost first: those of its stack that are not
   * the JDK's, down to the first that the waiter is in too. The innermost counts in any case: who
   * gives a permit back mostly does so in the method that took it.
   */
  static List<String> acts(StackTraceElement[] waker, StackTraceElement[] waiter) {
    Set<String> shared = new HashSet<>();
    for (StackTraceElement frame : waiter) {
      shared.add(method(frame));
    }
    List<String> acts = new ArrayList<>();
    for (StackTraceElement frame : waker) {
      String method = method(frame);
      if (!named(frame) || acts.contains(method)) {
        continue;
      }
      if (acts.size() == DEEPEST || (!acts.isEmpty() && shared.contains(method))) {
        break;
      }
      acts.add(method);
    }
    return acts;
  }

  /**
   * The method in which threads take turns: the waiter waits in it, or in one that it calls, and
   * the waker is in it too. Empty if there is none.
   */
  static String turns(StackTraceElement[] waker, StackTraceElement[] waiter) {
    int near = 0;
    for (int i = 0; i < waiter.length && near < NEAR; i++) {
      if (named(waiter[i])) {
        near++;
        String method = method(waiter[i]);
        if (in(waker, List.of(method))) {
          return method;
        }
      }
    }
    return "";
  }

  /** Whether a thread is in one of those methods. */
  public static boolean in(StackTraceElement[] stack, List<String> methods) {
    for (StackTraceElement frame : stack) {
      if (methods.contains(method(frame))) {
        return true;
      }
    }
    return false;
  }

  /** Whether it puts into a full queue: then nobody waits for something to do. */
  public static boolean puts(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (!Sites.jdk(frame.getClassName())) {
        return false;
      }
      if (queues(frame, QueueMethods.PUT)) {
        return true;
      }
    }
    return false;
  }

  /** Whether it is such a method of a queue; what is inside one has the same names for both. */
  private static boolean queues(StackTraceElement frame, Set<String> methods) {
    return methods.contains(frame.getMethodName()) && frame.getClassName().indexOf('$') < 0;
  }

  /** The application's outermost method; empty if there is none. */
  public static String task(StackTraceElement[] stack, Sites sites) {
    for (int i = stack.length - 1; i >= 0; i--) {
      if (named(stack[i]) && sites.application(stack[i].getClassName())) {
        return method(stack[i]);
      }
    }
    return "";
  }

  /** Not of the JDK, nor of a class that it hides: the waker's own stack is without those. */
  private static boolean named(StackTraceElement frame) {
    return !Sites.jdk(frame.getClassName()) && frame.getClassName().indexOf('/') < 0;
  }

  private static String method(StackTraceElement frame) {
    return frame.getClassName() + '.' + frame.getMethodName();
  }
}
