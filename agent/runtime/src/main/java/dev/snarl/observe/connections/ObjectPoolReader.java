package dev.snarl.observe.connections;

import static dev.snarl.observe.live.Places.flag;
import static dev.snarl.observe.live.Places.integer;
import static dev.snarl.observe.live.Places.object;

import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SnarlLens;
import org.jspecify.annotations.Nullable;

/**
 * Apache Commons Pool 2, and the same in Tomcat's own packages: idle objects lie in a queue of its
 * own with a condition on which callers wait. It has no name but what made it.
 */
final class ObjectPoolReader implements ConnectionReader {
  private static final int MOST_WAITERS = 10_000;

  @Override
  public String library() {
    return "Commons Pool 2";
  }

  @Override
  public boolean jdbc() {
    return false;
  }

  @Override
  public @Nullable String name(Object pool) {
    Object factory = object(pool, "factory");
    return factory == null || factory.getClass().isHidden()
        ? null
        : factory.getClass().getSimpleName();
  }

  @Override
  public @Nullable Counts read(Object pool) {
    return counts(pool);
  }

  static @Nullable Counts counts(@Nullable Object pool) {
    Object idleObjects = object(pool, "idleObjects");
    if (pool == null
        || flag(pool, "closed")
        || !(object(pool, "allObjects") instanceof ConcurrentHashMap<?, ?> all)) {
      return null;
    }
    int size = ((Map<?, ?>) all).size();
    int idle = Math.max(0, Math.min(size, integer(idleObjects, "count")));
    int max = integer(pool, "maxTotal");
    return new Counts(
        size,
        size - idle,
        idle,
        integer(pool, "minIdle"),
        max < 0 ? Integer.MAX_VALUE : max,
        SnarlLens.waiters(object(idleObjects, "notEmpty"), MOST_WAITERS));
  }

  @Override
  public boolean exhausted(Throwable thrown) {
    return none(thrown);
  }

  static boolean none(@Nullable Throwable thrown) {
    String message = thrown instanceof NoSuchElementException ? thrown.getMessage() : null;
    return message != null
        && (message.startsWith("Timeout waiting for idle object")
            || message.startsWith("Pool exhausted"));
  }
}
