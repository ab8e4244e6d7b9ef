package dev.snarl.observe;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture.AsynchronousCompletionTask;
import java.util.concurrent.SnarlLens;
import org.jspecify.annotations.Nullable;

/**
 * Finds the task of a {@code CompletableFuture} inside a {@code Runnable} of the application's that
 * carries a context along, as task decorators do. Only what the JDK hands to executors and to
 * nobody else counts: a future that a task refers to may be one that it waits for. Reads fields and
 * calls nothing; what cannot be read is left out. Where the fields of a class are is looked up
 * once. The observer's thread only.
 */
final class DecoratedTasks {

  private static final int DEEPEST = 4;

  private static final int MOST_CLASSES = 5_000;

  /** Places and no fields, which would keep the class and its loader. */
  private final Map<Class<?>, long[]> places = new WeakHashMap<>();

  @Nullable Object futureIn(@Nullable Object task) {
    return futureIn(task, 0);
  }

  private @Nullable Object futureIn(@Nullable Object task, int depth) {
    if (task instanceof AsynchronousCompletionTask) {
      return SnarlLens.futureOf(task);
    }
    if (!(task instanceof Runnable) || depth == DEEPEST) {
      return null;
    }
    for (long place : placesIn(task.getClass())) {
      Object future = futureIn(SnarlLens.object(task, place), depth + 1);
      if (future != null) {
        return future;
      }
    }
    return null;
  }

  private long[] placesIn(Class<?> type) {
    long[] known = places.get(type);
    if (known == null) {
      known =
          ReadableFields.of(type, DecoratedTasks::mayHold).stream()
              .mapToLong(field -> SnarlLens.fieldOf(field.getDeclaringClass(), field.getName()))
              .toArray();
      if (places.size() >= MOST_CLASSES) {
        places.clear();
      }
      places.put(type, known);
    }
    return known;
  }

  private static boolean mayHold(Field field) {
    return field.getType() == Object.class || Runnable.class.isAssignableFrom(field.getType());
  }
}
