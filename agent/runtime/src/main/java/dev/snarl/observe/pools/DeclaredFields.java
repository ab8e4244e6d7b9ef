package dev.snarl.observe.pools;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.SnarlLens;
import org.jspecify.annotations.Nullable;

/** Which fields of a class have what, as a line of a library's text or of a user's file says. */
final class DeclaredFields {
  private final Class<?> type;
  private final Map<String, String> names = new HashMap<>();

  private DeclaredFields(Class<?> type) {
    this.type = type;
  }

  /** Of the first line that begins with the class's name; null if there is none. */
  static @Nullable DeclaredFields of(Class<?> type, List<String> lines) {
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      if (words[0].equals(type.getName())) {
        DeclaredFields fields = new DeclaredFields(type);
        for (int i = 1; i < words.length; i++) {
          String[] field = words[i].split("=", 2);
          fields.names.put(field[0], field[1]);
        }
        return fields;
      }
    }
    return null;
  }

  boolean has(String what) {
    return names.containsKey(what);
  }

  /** Where the field lies; -1 if none is declared, or it is of another kind. */
  long place(String what, Class<?> kind) {
    String field = names.get(what);
    return field == null ? -1 : SnarlLens.fieldOf(type, field, kind);
  }
}
