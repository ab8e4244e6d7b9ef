package dev.snarl.observe;

import static dev.snarl.observe.Places.flag;
import static dev.snarl.observe.Places.integer;
import static dev.snarl.observe.Places.object;

import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SnarlLens;
import org.jspecify.annotations.Nullable;

/**
 * Apache Commons DBCP 2, and the same in Tomcat's own packages: its data source holds a pool of
 * Commons Pool, whose idle objects lie in a queue of its own with a condition on which callers
 * wait. It has no name.
 */
final class DbcpReader implements ConnectionReader {

  private static final int MOST_WAITERS = 10_000;

  @Override
  public String library() {
    return "DBCP2";
  }

  @Override
  public @Nullable String name(Object source) {
    return null;
  }

  @Override
  public @Nullable Counts read(Object source) {
    Object pool = object(source, "pool");
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
    if (!(thrown.getCause() instanceof NoSuchElementException none)) {
      return false;
    }
    String message = String.valueOf(none.getMessage());
    return message.startsWith("Timeout waiting for idle object")
        || message.startsWith("Pool exhausted");
  }
}
