package dev.snarl.observe.live;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The fields of objects that are the application's, for the observer's thread. Listing them
 * resolves their types, so what is asked about are classes that run, and few of them.
 */
public final class ReadableFields {

  private ReadableFields() {}

  /**
   * Those of instances, superclasses' included, that the agent may read; nothing is thrown. Null
   * while its loader takes too long.
   */
  public static @Nullable List<Field> of(Class<?> type, Predicate<Field> wanted) {
    return FieldLists.ask(type, () -> list(type, wanted));
  }

  private static List<Field> list(Class<?> type, Predicate<Field> wanted) {
    List<Field> found = new ArrayList<>();
    try {
      for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
        for (Field field : at.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())
              && wanted.test(field)
              && field.trySetAccessible()) {
            found.add(field);
          }
        }
      }
    } catch (RuntimeException | LinkageError e) {
      // A class whose fields name what is not there, or a module that is closed to the agent.
    }
    return found;
  }
}
