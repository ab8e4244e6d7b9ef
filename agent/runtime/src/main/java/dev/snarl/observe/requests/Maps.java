package dev.snarl.observe.requests;

import dev.snarl.observe.live.Places;
import org.jspecify.annotations.Nullable;

/**
 * Looks up texts in maps of the application, field by field: the maps of the JDK, those that wrap
 * one, and Log4j's arrays. No method of theirs is called, as an access may change a map or call the
 * application. A map that changes meanwhile may hide a value. The observer's thread only.
 */
final class Maps {
  private static final int DEEPEST = 4;
  private static final int MOST_IN_A_BIN = 64;
  private static final int MOST = 64;

  private Maps() {}

  /** The value of a text; null if there is none, or this is no map that can be read. */
  static @Nullable Object value(@Nullable Object map, String key) {
    Object at = map;
    for (int i = 0; at != null && i < DEEPEST; i++) {
      switch (at.getClass().getName()) {
        case "java.util.HashMap", "java.util.LinkedHashMap" -> {
          return inTable(at, key, "value");
        }
        case "java.util.concurrent.ConcurrentHashMap" -> {
          return inTable(at, key, "val");
        }
        case "java.util.Collections$SynchronizedMap", "java.util.Collections$UnmodifiableMap" ->
            at = Places.object(at, "m");
        case "org.apache.logging.log4j.util.SortedArrayStringMap" -> {
          return inArrays(Places.object(at, "keys"), Places.object(at, "values"), key);
        }
        case "[Ljava.lang.Object;" -> {
          return inPairs((Object[]) at, key);
        }
        default -> {
          return null;
        }
      }
    }
    return null;
  }

  private static @Nullable Object inTable(Object map, String key, String value) {
    if (!(Places.object(map, "table") instanceof Object[] table) || table.length == 0) {
      return null;
    }
    int hash = key.hashCode();
    Object node = table[(hash ^ (hash >>> 16)) & (table.length - 1)];
    for (int i = 0; node != null && i < MOST_IN_A_BIN; i++) {
      if (key.equals(Places.object(node, "key"))) {
        return Places.object(node, value);
      }
      node = Places.object(node, "next");
    }
    return null;
  }

  private static @Nullable Object inArrays(
      @Nullable Object keys, @Nullable Object values, String key) {
    if (keys instanceof Object[] names && values instanceof Object[] texts) {
      for (int i = 0; i < Math.min(MOST, Math.min(names.length, texts.length)); i++) {
        if (key.equals(names[i])) {
          return texts[i];
        }
      }
    }
    return null;
  }

  /** Their number, and then each key before its value. */
  private static @Nullable Object inPairs(Object[] pairs, String key) {
    if (pairs.length > 0 && pairs[0] instanceof Integer size) {
      for (int i = 0; i < Math.min(MOST, size) && 2 * i + 2 < pairs.length; i++) {
        if (key.equals(pairs[2 * i + 1])) {
          return pairs[2 * i + 2];
        }
      }
    }
    return null;
  }
}
