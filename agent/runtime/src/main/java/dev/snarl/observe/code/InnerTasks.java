package dev.snarl.observe.code;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.ReferencePlaces;
import java.util.concurrent.Callable;
import java.util.concurrent.SnarlLens;
import org.jspecify.annotations.Nullable;

/** The tasks that other tasks run. Reads fields, and calls nothing. The observer's thread only. */
public final class InnerTasks {
  private static final int DEEPEST = 6;

  /** Where the JDK's tasks keep what they run. */
  private static final String[] INNER = {"callable", "task", "fn", "runnable", "action"};

  private static final long[] NOWHERE = {};

  private final ReferencePlaces places;

  InnerTasks(ReferencePlaces places) {
    this.places = places;
  }

  /** What the task runs in the end, of all that decorates it. */
  public static Object innermost(Object task) {
    Object innermost = task;
    for (int i = 0; i < DEEPEST && JdkCalls.jdks(innermost); i++) {
      Object inner = inner(innermost);
      innermost = inner == null ? innermost : inner;
    }
    return innermost;
  }

  /** The only task that a lambda captures; null if that is not clear, and for all others. */
  @Nullable Object captured(Object task) {
    Object lambda = innermost(task);
    Object only = null;
    for (long place : lambda(lambda) ? places.of(lambda.getClass()) : NOWHERE) {
      Object held = SnarlLens.object(lambda, place);
      if (held != null && is(held)) {
        if (only != null) {
          return null;
        }
        only = held;
      }
    }
    return only;
  }

  /** Whether it is a task, or what a task calls. */
  static boolean is(Object object) {
    return object instanceof Runnable || object instanceof Callable || lambda(object);
  }

  /** What a task of the JDK's runs. */
  static @Nullable Object inner(Object task) {
    Object inner = null;
    for (int i = 0; i < INNER.length && inner == null; i++) {
      inner = Places.object(task, INNER[i]);
    }
    return inner;
  }

  /** Of any functional interface: the task, or what it calls, calls it. */
  private static boolean lambda(Object object) {
    Class<?> type = object.getClass();
    return type.isHidden() && type.getName().contains("$$Lambda");
  }
}
