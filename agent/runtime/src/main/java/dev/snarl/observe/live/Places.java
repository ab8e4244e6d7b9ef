package dev.snarl.observe.live;

import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.SnarlLens;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads fields of libraries by name, and keeps where a class has them: finding that out walks its
 * superclasses and throws in each that has no such field, too much for every tick. What is kept of
 * a class lives here and not with the class, names and numbers only: neither does it keep the
 * application's loader, nor does the class keep the agent's after a detach. From any thread: where
 * a thread ends or a task is refused, the application's.
 */
public final class Places {

  private static final Map<Class<?>, Map<String, Long>> BY_CLASS = new WeakHashMap<>();

  private Places() {}

  /**
   * Where the class or one of its superclasses keeps this field; -1 if none has one of that kind.
   *
   * @param kind as in {@link SnarlLens#fieldOf}
   */
  public static long of(Class<?> type, String field, Class<?> kind) {
    // A class may have a flag of that name where another has an object.
    String key = kind.isPrimitive() ? kind.getName() + ' ' + field : field;
    synchronized (BY_CLASS) {
      Map<String, Long> places = BY_CLASS.get(type);
      Long place = places == null ? null : places.get(key);
      if (place != null) {
        return place;
      }
    }
    Long place = FieldLists.ask(type, new Place(type, field, kind)); // under no lock
    if (place == null) {
      return -1;
    }
    synchronized (BY_CLASS) {
      Map<String, Long> places = BY_CLASS.get(type);
      if (places == null) {
        places = new HashMap<>();
        BY_CLASS.put(type, places);
      }
      places.put(key, place);
    }
    return place;
  }

  /** No lambda, which the thread that asks first would have to link. */
  private static final class Place implements Supplier<Long> {
    private final Class<?> type;
    private final String field;
    private final Class<?> kind;

    Place(Class<?> type, String field, Class<?> kind) {
      this.type = type;
      this.field = field;
      this.kind = kind;
    }

    @Override
    public Long get() {
      return SnarlLens.fieldOf(type, field, kind);
    }
  }

  /** The value of an object field; null if there is none. */
  public static @Nullable Object object(@Nullable Object holder, String field) {
    return holder == null
        ? null
        : SnarlLens.object(holder, of(holder.getClass(), field, Object.class));
  }

  /** The same of an int field; 0 if there is none. */
  public static int integer(@Nullable Object holder, String field) {
    return holder == null ? 0 : SnarlLens.integer(holder, of(holder.getClass(), field, int.class));
  }

  /** The same of a long field; 0 if there is none. */
  public static long number(@Nullable Object holder, String field) {
    return holder == null ? 0 : SnarlLens.number(holder, of(holder.getClass(), field, long.class));
  }

  /** The same of a boolean field; false if there is none. */
  public static boolean flag(@Nullable Object holder, String field) {
    return holder != null && SnarlLens.flag(holder, of(holder.getClass(), field, boolean.class));
  }
}
