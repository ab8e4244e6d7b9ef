package dev.snarl.observe;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture.AsynchronousCompletionTask;
import java.util.concurrent.SnarlLens;
import org.jspecify.annotations.Nullable;

/**
 * Finds the task of a {@code CompletableFuture} inside a {@code Runnable} of the application's that
 * carries a context along, as task decorators do. Only what the JDK hands to executors and to
 * nobody else counts: a future that a task refers to may be one that it waits for. Reads fields and
 * calls nothing; what cannot be read is left out. Lives for one look; the observer's thread.
 */
final class DecoratedTasks {

  private static final int DEEPEST = 4;

  private final Map<Class<?>, List<Field>> fields = new HashMap<>();

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
    for (Field field : fields.computeIfAbsent(task.getClass(), DecoratedTasks::fieldsOf)) {
      Object future = futureIn(read(field, task), depth + 1);
      if (future != null) {
        return future;
      }
    }
    return null;
  }

  private static @Nullable Object read(Field field, Object object) {
    try {
      return field.get(object);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  private static List<Field> fieldsOf(Class<?> type) {
    return ReadableFields.of(type, DecoratedTasks::mayHold);
  }

  private static boolean mayHold(Field field) {
    return field.getType() == Object.class || Runnable.class.isAssignableFrom(field.getType());
  }
}
