package dev.snarl.observe;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture.AsynchronousCompletionTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlLens;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the futures that a queued task will complete although it is not theirs: it carries a
 * context along and then runs another, as task decorators do, or an executor has made it of another
 * executor's task. A future that a task refers to may as well be one that it waits for, so only
 * what can but be run counts: what the JDK hands to executors and to nobody else, and a {@code
 * FutureTask} in a field that is declared as {@code Runnable}. Reads fields and calls nothing; what
 * cannot be read is left out. Where the fields of a class are is looked up once. The observer's
 * thread only.
 */
final class DecoratedTasks {

  private static final int DEEPEST = 4;

  private static final int MOST_CLASSES = 5_000;

  /** Places and no fields, which would keep the class and its loader. */
  private final Map<Class<?>, Place[]> places = new WeakHashMap<>();

  /**
   * Where an object keeps what may be a task.
   *
   * @param toRun whether all that can be done with it is to run it
   */
  private record Place(long offset, boolean toRun) {}

  /** Those inside the task; it is not among them itself. */
  void futuresIn(Object task, Consumer<Object> found) {
    Object inside = SnarlLens.runnableOf(task);
    if (inside != null) {
      consider(inside, true, 0, found);
    } else if (task instanceof Runnable && !(task instanceof Future)) {
      look(task, 0, found);
    }
  }

  private void look(Object task, int depth, Consumer<Object> found) {
    for (Place place : placesIn(task.getClass())) {
      consider(SnarlLens.object(task, place.offset()), place.toRun(), depth, found);
    }
  }

  private void consider(@Nullable Object object, boolean toRun, int depth, Consumer<Object> found) {
    if (object instanceof AsynchronousCompletionTask) {
      Object future = SnarlLens.futureOf(object);
      if (future != null) {
        found.accept(future);
      }
    } else if (object instanceof FutureTask) {
      if (toRun && depth < DEEPEST) {
        found.accept(object);
        consider(SnarlLens.runnableOf(object), true, depth + 1, found);
      }
    } else if (object instanceof Runnable && depth < DEEPEST) {
      look(object, depth + 1, found);
    }
  }

  private Place[] placesIn(Class<?> type) {
    Place[] known = places.get(type);
    if (known == null) {
      known =
          ReadableFields.of(type, DecoratedTasks::mayHold).stream()
              .map(DecoratedTasks::place)
              .toArray(Place[]::new);
      if (places.size() >= MOST_CLASSES) {
        places.clear();
      }
      places.put(type, known);
    }
    return known;
  }

  private static Place place(Field field) {
    long offset = SnarlLens.fieldOf(field.getDeclaringClass(), field.getName());
    return new Place(offset, field.getType() == Runnable.class);
  }

  private static boolean mayHold(Field field) {
    return field.getType() == Object.class || Runnable.class.isAssignableFrom(field.getType());
  }
}
