package dev.snarl.observe.waits;

import dev.snarl.observe.live.Places;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what Guava's futures know, and those that are built on them, such as Google's ApiFuture: a
 * task names the thread that runs it; a derived future names its input. By fields, without a lock;
 * the observer's thread only.
 */
public final class GuavaFutures {

  private static final String GOOGLE = "com.google.";
  private static final String TASK =
      "com.google.common.util.concurrent.TrustedListenableFutureTask";
  private static final int DEEPEST = 16;

  private GuavaFutures() {}

  private static boolean known(Object future) {
    return future.getClass().getName().startsWith(GOOGLE);
  }

  /** The thread that runs the task of this future, or null. */
  static @Nullable Thread runner(Object future) {
    if (!future.getClass().getName().equals(TASK)) {
      return null;
    }
    Object task = Places.object(future, "task");
    return task != null && Places.object(task, "value") instanceof Thread thread ? thread : null;
  }

  /** What this future waits for itself: one input, or all of several; empty if that is unknown. */
  static List<Object> sources(Object future) {
    if (!known(future)) {
      return List.of();
    }
    for (String name : new String[] {"inputFuture", "delegate", "apiFuture", "impl"}) {
      Object source = Places.object(future, name);
      if (source != null) {
        return List.of(source);
      }
    }
    Object value = Places.object(future, "value");
    value = value == null ? Places.object(future, "valueField") : value;
    if (value != null && value.getClass().getName().endsWith("Future$SetFuture")) {
      Object source = Places.object(value, "future");
      return source == null ? List.of() : List.of(source);
    }
    return Places.object(future, "futures") instanceof Collection<?> all && known(all)
        ? List.copyOf(all)
        : List.of();
  }

  /** The future at the beginning of a chain, each of one input. */
  public static Object root(Object future) {
    Object at = future;
    for (int i = 0; i < DEEPEST; i++) {
      List<Object> sources = sources(at);
      if (sources.size() != 1) {
        return at;
      }
      at = sources.get(0);
    }
    return at;
  }
}
