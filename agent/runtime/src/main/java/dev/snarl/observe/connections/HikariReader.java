package dev.snarl.observe.connections;

import static dev.snarl.observe.connections.ConnectionReader.count;
import static dev.snarl.observe.live.Places.integer;
import static dev.snarl.observe.live.Places.object;

import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** HikariCP: a bag of entries, each with a state, and a count of those who wait. */
final class HikariReader implements ConnectionReader {

  private static final int SHUT_DOWN = 2;
  private static final int FREE = 0;
  private static final int IN_USE = 1;

  @Override
  public String library() {
    return "HikariCP";
  }

  @Override
  public @Nullable String name(Object pool) {
    return object(pool, "poolName") instanceof String name ? name : null;
  }

  @Override
  public @Nullable Counts read(Object pool) {
    Object bag = object(pool, "connectionBag");
    Object config = object(pool, "config");
    if (integer(pool, "poolState") == SHUT_DOWN
        || !(object(bag, "sharedList") instanceof CopyOnWriteArrayList<?> entries)) {
      return null;
    }
    int size = 0;
    int active = 0;
    int idle = 0;
    for (Object entry : entries) { // a copy of its own: no lock
      int state = integer(entry, "state");
      size += state == FREE || state == IN_USE ? 1 : 0;
      active += state == IN_USE ? 1 : 0;
      idle += state == FREE ? 1 : 0;
    }
    return new Counts(
        size,
        active,
        idle,
        integer(config, "minIdle"),
        integer(config, "maxPoolSize"),
        Math.max(0, count(object(bag, "waiters"))));
  }

  @Override
  public boolean exhausted(Throwable thrown) {
    return thrown.getClass().getName().equals("java.sql.SQLTransientConnectionException");
  }
}
