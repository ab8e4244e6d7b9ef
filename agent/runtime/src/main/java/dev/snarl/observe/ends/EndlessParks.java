package dev.snarl.observe.ends;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.live.LibraryType;
import dev.snarl.observe.live.Places;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Objects of libraries at which threads are parked until somebody calls, though with a time-out
 * after which they only look again. Reads fields.
 */
final class EndlessParks {
  /** For each class the fields that lead to what would end it in time. */
  private static final Map<String, String[]> BY_CLASS = new HashMap<>();

  static {
    for (String line : KnownLibraries.endless()) {
      int space = line.indexOf(' ');
      BY_CLASS.put(line.substring(0, space), line.substring(space + 1).split("\\."));
    }
  }

  private EndlessParks() {}

  /** Whether it is such a class. */
  static boolean known(String type) {
    return BY_CLASS.containsKey(type);
  }

  /** Whether a thread that is parked there waits without an end. */
  static boolean at(@Nullable Object blocker) {
    String[] path = blocker == null ? null : BY_CLASS.get(blocker.getClass().getName());
    if (path == null) {
      return false;
    }
    Object at = blocker;
    for (String field : path) {
      Object plain = Places.object(at, field);
      at = plain == null ? Places.object(at, field + LibraryType.ATOMIC) : plain;
    }
    return !(at instanceof Object[] timed) || timed.length == 0 || timed[0] == null;
  }
}
