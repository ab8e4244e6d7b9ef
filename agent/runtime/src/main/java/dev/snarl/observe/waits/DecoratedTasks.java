package dev.snarl.observe.waits;

import dev.snarl.observe.live.ReadableFields;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture.AsynchronousCompletionTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlLens;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the futures that a queued task will complete although it is not theirs: it carries a
 * context along and then runs another, as task decorators do, or an executor has made it of another
 * executor's task. A future that a task refers to may as well be one that it waits for or cancels,
 * so only these count: what the JDK hands to executors and to nobody else; a {@code FutureTask} of
 * which the JDK made the task; and one that was submitted, in a field that is declared as {@code
 * Runnable}, with which little can be done but to run it. Reads fields and calls nothing; what
 * cannot be read is left out. Where the fields of a class are is looked up once. The observer's
 * thread only.
 */
public final class DecoratedTasks {

  private static final int DEEPEST = 4;

  private static final int MOST_CLASSES = 5_000;

  /** Of one task: where each refers to several, their number doubles from step to step. */
  private static final int MOST_OBJECTS = 64;

  private static final Place[] NONE = {};

  /** Places and no fields, which would keep the class and its loader. */
  private final Map<Class<?>, Place[]> places = new WeakHashMap<>();

  private int left;

  /**
   * Where an object keeps what may be a task.
   *
   * @param toRun whether all that can be done with it is to run it
   */
  private record Place(long offset, boolean toRun) {}

  /**
   * Those inside the task; it is not among them itself.
   *
   * @param submitted whether a future is known to have been submitted to an executor
   */
  void futuresIn(Object task, Predicate<Object> submitted, Consumer<Object> found) {
    left = MOST_OBJECTS;
    Object inside = SnarlFutureLens.runnableOf(task);
    if (inside != null) {
      consider(inside, submitted, 0, found);
    } else if (task instanceof Runnable && !(task instanceof Future)) {
      look(task, submitted, 0, found);
    }
  }

  private void look(Object task, Predicate<Object> submitted, int depth, Consumer<Object> found) {
    for (Place place : placesIn(task.getClass())) {
      Object object = SnarlLens.object(task, place.offset());
      if (!(object instanceof FutureTask) || (place.toRun() && submitted.test(object))) {
        consider(object, submitted, depth, found);
      }
    }
  }

  private void consider(
      @Nullable Object object, Predicate<Object> submitted, int depth, Consumer<Object> found) {
    if (object instanceof AsynchronousCompletionTask) {
      Object future = SnarlFutureLens.futureOf(object);
      if (future != null) {
        found.accept(future);
      }
    } else if (object instanceof Runnable && depth < DEEPEST && left-- > 0) {
      if (object instanceof FutureTask) {
        found.accept(object);
        consider(SnarlFutureLens.runnableOf(object), submitted, depth + 1, found);
      } else {
        look(object, submitted, depth + 1, found);
      }
    }
  }

  private Place[] placesIn(Class<?> type) {
    Place[] known = places.get(type);
    if (known == null) {
      List<Field> fields = ReadableFields.of(type, DecoratedTasks::mayHold);
      if (fields == null) {
        return NONE;
      }
      known = fields.stream().map(DecoratedTasks::place).toArray(Place[]::new);
      if (places.size() >= MOST_CLASSES) {
        places.clear();
      }
      places.put(type, known);
    }
    return known;
  }

  private static Place place(Field field) {
    return new Place(SnarlLens.offset(field), field.getType() == Runnable.class);
  }

  private static boolean mayHold(Field field) {
    return field.getType() == Object.class || Runnable.class.isAssignableFrom(field.getType());
  }
}
