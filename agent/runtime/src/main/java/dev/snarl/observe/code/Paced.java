package dev.snarl.observe.code;

import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What reading class files showed, by a class and a key, each read once. A reading costs
 * milliseconds. All readings together take at most a twentieth of the time. The observer's thread
 * only.
 */
public final class Paced<T> {
  private static final int MOST = 2_000;
  private static final int PAUSE = 20;

  private final Map<Class<?>, Map<String, T>> known = new WeakHashMap<>();
  private final Budget budget = new Budget(PAUSE);
  private int kept;

  /** Null where it was not read yet, and none may be read now. */
  public @Nullable T get(Class<?> type, String key, Supplier<T> reading) {
    Map<String, T> ofType = known.get(type);
    T found = ofType == null ? null : ofType.get(key);
    if (found != null || !budget.allows()) {
      return found;
    }
    long begin = budget.begin();
    T read = reading.get();
    if (++kept > MOST) {
      known.clear();
      kept = 1;
    }
    known.computeIfAbsent(type, each -> new HashMap<>(2)).put(key, read);
    budget.used(begin);
    return read;
  }
}
