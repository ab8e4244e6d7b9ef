package dev.snarl.observe.live;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.SnarlLens;

/**
 * Where objects keep their references to others, as far as the agent may read them, looked up once
 * for each class. The observer's thread only.
 */
public final class ReferencePlaces {
  private static final int MOST_CLASSES = 5_000;
  private static final long[] NONE = {};

  /** Places and no fields, which would keep the class and its loader. */
  private final Map<Class<?>, long[]> places = new WeakHashMap<>();

  public long[] of(Class<?> type) {
    long[] known = places.get(type);
    if (known == null) {
      List<Field> fields = ReadableFields.of(type, field -> !field.getType().isPrimitive());
      if (fields == null) {
        return NONE;
      }
      known = fields.stream().mapToLong(SnarlLens::offset).toArray();
      if (places.size() >= MOST_CLASSES) {
        places.clear();
      }
      places.put(type, known);
    }
    return known;
  }
}
